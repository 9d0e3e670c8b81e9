import { expect, it } from 'vitest'
import { hasTrigram } from '../../../../src/portfolio/list/title-search.ts'

it.each([
  ['zz', false],
  ['Ёж', false],
  ['1%', false],
  ['½½½', false],
  [' / ', false],
  ['zzz', true],
  ['ёжи', true],
  ['हिन्दी', true],
  // The beginning and the end of a word count as spaces.
  ['ab.', true],
  ['a/b', true],
  ['zz 9', true],
])('knows whether values that contain "%s" can be found by trigrams: %s', (text, expected) => {
  expect(hasTrigram(text)).toBe(expected)
})
