import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRecords } from '../../../http/admin/records/index.ts'
import { generateSecret } from '../../../src/access/secret.ts'
import { safeValidate } from '../../../src/record/validation/validate.ts'
import { credentials } from '../../support/credentials.ts'

// Short names of people and tokens, keywords, and texts of the stores.
const unchecked: Record<string, string[]> = {
  users: ['name', 'password'],
  'api-token': ['token_name'],
  'api-agent-tokens': ['name', 'agent', 'client'],
  'api-keys': ['name', 'agent'],
  contacts: ['position', 'phone', 'external_id'],
  applications: ['bundle_id'],
  'keyword-positions': ['keyword'],
  'competitor-reviews': ['author', 'body'],
  'store-truth': ['title', 'subtitle', 'version', 'installs_band', 'price', 'source'],
}

describe('a text', () => {
  const bodies = allRecords.flatMap(({ collection, create, change }) =>
    [create?.body, change?.body].flatMap((body) => (body ? [{ collection, body }] : [])),
  )

  // A new field of any kind of record is found here: it accepts words, so it must not accept a credential.
  it.each(bodies)('must not contain a credential in a record of $collection', ({ collection, body }) => {
    const messages = (name: string, value: string) =>
      safeValidate(body as z.ZodType, { [name]: value }).errors?.[name]?.join() ?? ''
    const names = Object.keys(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {})
    const texts = names.filter((name) => !name.endsWith('_slug') && messages(name, 'Two words.') === '')
    for (const name of texts.filter((text) => !unchecked[collection]?.includes(text)))
      for (const credential of [generateSecret('pft'), credentials['Google API key']]) {
        expect
          .soft(messages(name, `Key: ${credential}`), name)
          .toMatch(/must not contain a credential|format|valid/)
        expect(messages(name, `Key: ${credential}`)).not.toContain(credential)
      }
  })
})
