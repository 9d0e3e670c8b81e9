import { expect, it } from 'vitest'
import { inSentence, words } from '../../../../http/admin/html/words.ts'

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
  expect([words('rating'), words('ratings_count')]).toEqual(['Rating', 'Number of ratings'])
})
