import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { positionCell } from '../../../../src/portfolio/import/cell-position.ts'
import { booleanCell, numberCell } from '../../../../src/portfolio/import/cell-rules.ts'
import { boolean } from '../../../../src/record/rules/boolean.ts'
import { decimal } from '../../../../src/record/rules/decimal.ts'
import { integer } from '../../../../src/record/rules/integer.ts'
import { nullable } from '../../../../src/record/rules/rule.ts'

const rules = {
  integer: numberCell(integer(-1e12, 1e12)),
  decimal: numberCell(decimal(-1e12, 1e12)),
  position: positionCell(nullable(integer(1, 1000))),
  boolean: booleanCell(boolean),
}

const valid: [keyof typeof rules, string[], unknown][] = [
  [
    'integer',
    [
      '12000',
      '12 000',
      '12\u00a0000',
      '12\u202f000',
      '12’000',
      "12'000",
      ' 12 000,00 ',
      '12,000.0',
      '12.000,0',
    ],
    12_000,
  ],
  ['integer', ['1,234,567', '1.234.567', '1 234 567', '1234567', '1234567.00', '1 234 567,000'], 1_234_567],
  ['integer', ['-5', '−5', '-5,0'], -5],
  ['integer', ['0', '0,0', '0.0000'], 0],
  ['decimal', ['4.5', '4,5', '4,50', '4.500', ' 4,5\u00a0'], 4.5],
  ['decimal', ['1 234,5', '1,234.5', '1.234,50', '1234.5'], 1234.5],
  ['position', ['7', '7,0', '7.0000', ' 7 '], 7],
  ['position', ['', ' ', '-', '–', '—', 'N/A', 'n/a', '#N/A', 'н/д', '>250', '> 100', '≥250', '250+'], null],
  ['position', ['#3', '# 3', '3rd', '3 (+2)', '3 (-)', '3 ▲2', '3.', '№3'], 3],
  [
    'position',
    ['Not ranked', 'NR', 'Not in top 200', 'null', '(not set)', 'n/d', 'не найдено', 'k. A.'],
    null,
  ],
  ['boolean', ['TRUE', 'true', 'yes', 'Y', '1', 'WAHR', 'ja', 'ИСТИНА', 'истина', 'Да', ' да '], true],
  ['boolean', ['FALSE', 'no', 'N', '0', 'FALSCH', 'Nein', 'ЛОЖЬ', 'нет'], false],
]

const invalid: [keyof typeof rules, string[]][] = [
  // Thousands or decimal places.
  ['integer', ['12,000', '12.000', '1,234', '1.234']],
  [
    'integer',
    [
      '1 23',
      '1 2345',
      '12 34 567',
      '1,23,456',
      '1,234.567,8',
      '1 234’567',
      '5,5',
      '1e3',
      '0x10',
      '+5',
      '5%',
      '٣',
      '9'.repeat(50),
    ],
  ],
  ['decimal', ['1 23,4', '4,5,6', '4..5', 'four', '4,555']],
  ['position', ['0', '1001', '>', '1,000', 'absent', '250-300', '3 of 4', '#', '(3)', '3 (a)']],
  ['boolean', ['2', 'x', 'maybe', 'on', 'yes please', 'y e s']],
]

describe('the rule of a cell', () => {
  it.each(valid)('%s reads each of %j as %j', (rule, cells, value) => {
    for (const cell of cells) expect([cell, rules[rule].safeParse(cell).data]).toEqual([cell, value])
  })

  it.each(invalid)('%s rejects each of %j', (rule, cells) => {
    for (const cell of cells) expect([cell, rules[rule].safeParse(cell).success]).toEqual([cell, false])
  })

  it('for a number reads every number in each notation', () => {
    const notations = [
      ['', '.'],
      ['', ','],
      [' ', '.'],
      [' ', ','],
      ['\u00a0', ','],
      ['’', '.'],
      [',', '.'],
      ['.', ','],
    ] as const
    fc.assert(
      fc.property(
        fc.integer({ min: -1e11, max: 1e11 }),
        fc.integer({ min: 1, max: 99 }),
        fc.constantFrom(...notations),
        (whole, cents, [group, point]) => {
          const digits = String(Math.abs(whole)).replace(/\B(?=(?:\d{3})+$)/g, group)
          const sign = whole < 0 ? '-' : ''
          const decimals = String(cents).padStart(2, '0')
          expect(rules.decimal.parse(`${sign}${digits}${point}${decimals}`)).toBe(
            Number(`${sign}${Math.abs(whole)}.${decimals}`),
          )
          if (!/^\d{1,3}[.,]\d{3}$/.test(digits)) expect(rules.integer.parse(`${sign}${digits}`)).toBe(whole)
        },
      ),
    )
  })

  it('for a number leaves any other text unchanged', () => {
    const text = fc.oneof(fc.string({ maxLength: 60 }), fc.stringMatching(/^[-0-9 .,]{1,12}$/))
    fc.assert(
      fc.property(text, (cell) => {
        const read = numberCell(z.string()).parse(cell)
        expect(
          read === cell || (/^-?\d+(\.\d+)?$/.test(read) && digitsOf(cell).startsWith(digitsOf(read))),
        ).toBe(true)
      }),
    )
  })
})

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
