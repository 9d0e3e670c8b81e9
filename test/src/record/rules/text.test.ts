import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { text, trim } from '../../../../src/record/rules/text.ts'
import { processorTime } from '../../../support/processor-time.ts'

const blank = fc.string({
  unit: fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u0085', '\u2003', '\u3000', '\ufeff'),
})

describe('trim', () => {
  it('removes the white space around a text and keeps the white space inside it', () => {
    fc.assert(
      fc.property(blank, fc.string({ unit: 'grapheme' }), blank, blank, (before, inside, middle, after) => {
        const core = `[${inside}${middle}${inside}]`
        expect(trim(before + core + after)).toBe(core)
        expect(trim(before)).toBeNull()
      }),
    )
  })

  it('takes time linear in the length of the text', async () => {
    const long = `a${' \u0085'.repeat(500_000)}a`
    expect(await processorTime(() => expect(trim(long)).toBe(long))).toBeLessThan(1000)
  })
})

describe('text', () => {
  it('accepts a trimmed text exactly if PostgreSQL can store it and it is short enough', () => {
    const unstorable = fc.constantFrom('\u0000', '\ud800', '\udfff', 'a\u0000b')
    const any = fc.oneof(
      { weight: 9, arbitrary: fc.string({ unit: 'binary' }) },
      { weight: 1, arbitrary: unstorable },
    )
    fc.assert(
      fc.property(any, fc.nat({ max: 12 }), (value, max) => {
        const inner = trim(value)
        const isValid =
          typeof inner === 'string' &&
          inner.isWellFormed() &&
          !inner.includes('\u0000') &&
          [...inner].length <= max
        expect(text(max).safeParse(value)).toMatchObject(
          isValid ? { success: true, data: inner } : { success: false },
        )
      }),
    )
  })
})
