import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containsRawData } from '../../../../src/record/rules/prose.ts'
import { processorTime } from '../../../support/processor-time.ts'

const line = (fields: number, delimiter: string) => Array(fields).fill('x').join(delimiter)
const lines = (count: number, text: string) => Array(count).fill(text).join('\n')
const objects = (count: number) => JSON.stringify(Array(count).fill({ name: 'a "b" [c]', tags: ['x'] }))

describe('raw data', () => {
  it('is twenty lines with the same number of fields, anywhere in a text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(',', ';', '\t', '|'),
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('', 'The export of May:\n\n'),
        (delimiter, fields, count, before) => {
          const text = `${before}${lines(count, line(fields, delimiter))}\nThat is all.`
          expect(containsRawData(text)).toBe(count >= 20)
        },
      ),
    )
  })

  it('is a JSON array of ten objects, alone, in a fenced block or inside another value', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.constantFrom(['', ''], ['```json\n', '\n```'], ['See [1]: ', ' and more'], ['{"rows": ', '}']),
        (count, [before, after]) => {
          expect(containsRawData(before + objects(count) + after)).toBe(count >= 10)
        },
      ),
    )
  })

  it.each([
    ['a quoted field with a delimiter', lines(10, 'a,"b, c"\na,b'), true],
    ['lines with blank lines between them', lines(20, 'a;b\n'), true],
    ['Windows line ends', lines(20, 'a;b\r'), true],
    ['a table of 19 lines', lines(19, '| a | b |'), false],
    ['a list whose items have a comma', lines(30, '- installs fell, reviews too'), false],
    ['a numbered list', lines(30, '12. installs fell, reviews too'), false],
    ['lines of different shapes', lines(15, 'a,b\na,b,c'), false],
    ['prose in brackets', `[as {said}, {twice}] ${'{a} '.repeat(20)}`, false],
    ['an array of numbers', JSON.stringify(Array(500).fill(1)), false],
    ['an array of pairs with an object', JSON.stringify(Array(50).fill([1, {}])), false],
  ])('is decided for %s', (_, text, expected) => {
    expect(containsRawData(text)).toBe(expected)
  })

  it('is decided in time linear in the length of the text', async () => {
    const time = await processorTime(() => {
      for (const unit of ['[', '[{', '[{"', '[{"\\"', '"', ',\n', '1. ']) containsRawData(unit.repeat(50_000))
    })
    expect(time).toBeLessThan(2000)
  })
})
