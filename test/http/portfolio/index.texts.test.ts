import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { operations } from '../../../src/portfolio/operations.ts'
import { generateSecret } from '../../../src/record/token-format.ts'
import { safeValidate } from '../../../src/record/validation/validate.ts'
import { credentials } from '../../support/credentials.ts'
import { expectValidationErrors, makeProduct, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
})

const credential = generateSecret('pft')
const label = (name: string) => name.replaceAll('_', ' ')
const found = 'field must not contain a credential (portfolio-ops token). Remove it and revoke it.'
const csv = 'a,b\n'.repeat(20)
const tooRaw = 'field must be a summary, not raw data.'

describe.each(kinds)('the texts of a $key', ({ path, make, changes, body, requiredTexts, optionalTexts }) => {
  const names = Object.keys({ ...requiredTexts, ...optionalTexts })
  const all = (value: string) => Object.fromEntries(names.map((name) => [name, value]))
  const errors = (sentence: string) =>
    Object.fromEntries(names.map((name) => [name, `The ${label(name)} ${sentence}`]))

  it('reject a credential and do not repeat it', async () => {
    const answer = await world.send('POST', path, { ...body, ...all(`Token: ${credential}`) })
    expectValidationErrors(answer, errors(found))
    expect(JSON.stringify(answer.body)).not.toContain(credential)
    if (!changes) return
    const { id } = await make(world)
    expectValidationErrors(await world.send('PATCH', `${path}/${id}`, all(credential)), errors(found))
  })

  it('reject raw data', async () => {
    expectValidationErrors(await world.send('POST', path, { ...body, ...all(csv) }), errors(tooRaw))
  })
})

describe('a text', () => {
  it('is rejected inside the tasks of a decision, by its place', async () => {
    const [decision] = kinds.filter(({ key }) => key === 'decision')
    const tasks = [{ title: 'T' }, { title: credential, note: csv, blocked_by: credential }]
    expectValidationErrors(await world.send('POST', `${root}/decisions`, { ...decision?.body, tasks }), {
      'tasks.1.title': `The tasks.1.title ${found}`,
      'tasks.1.note': `The tasks.1.note ${tooRaw}`,
      'tasks.1.blocked_by': `The tasks.1.blocked_by ${found}`,
    })
  })

  it('is rejected with a credential in a store address or a bundle id', async () => {
    const answer = await world.send('POST', `${root}/apps`, {
      direction_slug: 'utilities',
      name: 'N',
      platform: 'iOS',
      store_url: `https://example.com/?token=${credential}`,
      bundle_id: credentials['AWS access key'],
    })
    expectValidationErrors(answer, {
      store_url: `The store url ${found}`,
      bundle_id:
        'The bundle id field must not contain a credential (AWS access key). Remove it and revoke it.',
    })
  })

  // A new field of any write is found here: it accepts words, so it must not accept a credential.
  const withFields = Object.entries(operations).filter(([, { body }]) => Object.keys(body.shape).length > 0)
  it.each(withFields)('has these checks in every field of %s', (_, { body }) => {
    const messages = (name: string, value: string) => {
      const { errors } = safeValidate(body as z.ZodType, { [name]: value })
      return errors?.[name]?.join() ?? ''
    }
    const texts = Object.keys(z.toJSONSchema(body, { io: 'input' }).properties ?? {}).filter(
      // A slug names a stored record, and no slug is a credential.
      (name) => !name.endsWith('_slug') && messages(name, 'Words, with a comma.') === '',
    )
    expect(texts).not.toEqual([])
    for (const name of texts)
      expect(messages(name, credential), name).toContain('must not contain a credential')
  })
})
