import { expect, it } from 'vitest'
import { findNames } from '../../../../src/journal/note/mention.ts'

const names = new Set([
  'anna',
  'anna kowalska',
  'łucja o’neil',
  'jan',
  'jan-maria',
  'anna@example.com',
  'x @jan',
])

it.each([
  ['Ask @Anna.', ['@Anna']],
  ['@ANNA KOWALSKA, @jan', ['@ANNA KOWALSKA', '@jan']],
  ['(@Anna Kowal) and @Anna’s phone', ['@Anna', '@Anna']],
  ['@anna@example.com, or @anna@example.com.', ['@anna@example.com', '@anna@example.com']],
  ['@Łucja O’Neil\n@Jan-Maria/@Jan', ['@Łucja O’Neil', '@Jan-Maria', '@Jan']],
  ['@x @jan', ['@x @jan']],
  ['🙂@Anna🙂', ['@Anna']],
])('finds whole names after an @, the longest one: %s', (text, expected) => {
  expect(findNames(text, names).map(({ start, end }) => text.slice(start, end))).toEqual(expected)
})

it.each([
  'Anna',
  'me@anna',
  '@Annabel',
  '@Anna_2',
  '@Anna-Lena',
  '@Anna@other.com',
  '@anna@example.com.pl',
  '@ Anna',
  '@Annа',
  '@Anna\u0301',
])('finds nothing in a part of a word or of an email: %s', (text) => {
  expect(findNames(text, names)).toEqual([])
})
