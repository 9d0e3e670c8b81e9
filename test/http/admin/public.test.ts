import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { scripts } from '../../../src/language/en/scripts.ts'

const folder = new URL('../../../http/admin/public/', import.meta.url)

it('has each text that the scripts say, and no other', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const used = files.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\btexts\.(\w+)/g)].map(([, key]) => key),
  )
  // The server renders the button that the script reveals.
  expect(new Set([...used, 'copy'])).toEqual(new Set(Object.keys(scripts)))
})
