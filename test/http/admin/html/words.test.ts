import { expect, it } from 'vitest'
import { fieldLabel, inSentence } from '../../../../http/admin/html/words.ts'

it.each([
  ['Due on', 'due on'],
  ['Store URL', 'store URL'],
  ['URL', 'URL'],
  ['ID', 'ID'],
  ['iOS', 'iOS'],
  ['RuStore', 'RuStore'],
])('the label %s is "%s" in a sentence', (label, shown) => {
  expect(inSentence(label)).toBe(shown)
})

it('a rating and the number of ratings have different labels', () => {
  expect([fieldLabel('rating'), fieldLabel('ratings_count')]).toEqual(['Rating', 'Number of ratings'])
})
