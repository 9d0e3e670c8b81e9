import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardFormulas, withoutFormulaGuards } from '../../../src/record/formula-guard.ts'

describe('guardFormulas', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+7', "'+7"],
    ['-7', "'-7"],
    ['@home', "'@home"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ['x;=1+1', "x;'=1+1"],
    ['x\t=1', "x\t'=1"],
    ['x\n=1', "x\n'=1"],
    ['x,"=1', `x,"'=1`],
    ['a = b; c-d, e@f', 'a = b; c-d, e@f'],
    ["it's", "it's"],
    ['', ''],
  ])('guards %j as %j', (text, guarded) => {
    expect(guardFormulas(text)).toBe(guarded)
  })

  it('leaves no cell that begins like a formula, whatever the separator, and is undone by its counterpart', () => {
    const text = fc.string({ unit: fc.constantFrom(...`=+-@'";,\t\r\na1 ＝`) })
    fc.assert(
      fc.property(text, (cell) => {
        const guarded = guardFormulas(cell)
        for (const part of guarded.split(/[;,\t\r\n]/)) expect(part).not.toMatch(/^"*[=+\-@＝]/)
        expect(withoutFormulaGuards(guarded)).toBe(cell)
      }),
    )
  })
})
