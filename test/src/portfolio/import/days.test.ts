import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateOrderOf, dayIn } from '../../../../src/portfolio/import/days.ts'

const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
const parts = (date: Date) => date.toISOString().slice(0, 10).split('-') as [string, string, string]

describe('dateOrderOf', () => {
  it.each([
    ['iso', []],
    ['iso', ['', 'x', '2026-11-22', '22.11.2026', '2026-11-22T10:00:00Z']],
    ['iso', ['05/05/2026', '5/5/26']],
    ['dmy', ['01/02/2026', '22/11/2026']],
    ['dmy', ['22-11-2026']],
    ['mdy', ['01/02/2026', ' 11/22/26 ', '11/22/2026 12:00:00 AM']],
    ['doubt', ['01/02/2026', '2026-11-22']],
    ['doubt', ['22/11/2026', '11/22/2026']],
  ] as const)('returns %s for %j', (order, cells) => {
    expect(dateOrderOf([...cells])).toBe(order)
  })
})

describe('dayIn', () => {
  it.each([
    ['2026-11-02', 'iso', '2026-11-02'],
    ['2026/11/2', 'iso', '2026-11-02'],
    ['2026.11.02', 'iso', '2026-11-02'],
    ['2026-11-02T23:59:59.999Z', 'iso', '2026-11-02'],
    ['2026-11-02T10:00:00+03:00', 'iso', '2026-11-02'],
    ['2026-11-02 10:00', 'iso', '2026-11-02'],
    [' 2.11.2026 ', 'mdy', '2026-11-02'],
    ['02.11.26', 'iso', '2026-11-02'],
    ['02.11.2026 0:00:00', 'iso', '2026-11-02'],
    ['02/11/2026', 'dmy', '2026-11-02'],
    ['02-11-2026', 'dmy', '2026-11-02'],
    ['11/2/26', 'mdy', '2026-11-02'],
    ['11/02/2026 12:00:00 AM', 'mdy', '2026-11-02'],
    ['05/05/2026', 'iso', '2026-05-05'],
    ['Nov 2, 2026', 'iso', '2026-11-02'],
    ['November 2nd, 2026', 'iso', '2026-11-02'],
    ['Nov. 2 2026 10:00 AM', 'iso', '2026-11-02'],
    ['2 Nov 2026', 'iso', '2026-11-02'],
    ['02-Nov-26', 'iso', '2026-11-02'],
    ['2nd of November 2026', 'iso', '2026-11-02'],
    ['2. November 2026', 'iso', '2026-11-02'],
    ['2. März 2026', 'iso', '2026-03-02'],
    ['2. Mrz. 2026', 'iso', '2026-03-02'],
    ['2 Okt 2026', 'iso', '2026-10-02'],
    ['2 ноября 2026 г.', 'iso', '2026-11-02'],
    ['2 нояб. 2026', 'iso', '2026-11-02'],
    ['2 мая 2026', 'iso', '2026-05-02'],
    ['Май 2, 2026', 'iso', '2026-05-02'],
    ['Nov 31, 2026', 'iso', '2026-11-31'],
    ['Novem 2, 2026', 'iso', 'Novem 2, 2026'],
    ['Nov 2026', 'iso', 'Nov 2026'],
    ['2 Nov 2026 or so', 'iso', '2 Nov 2026 or so'],
    ['02/11/2026', 'iso', '02/11/2026'],
    ['02/11/2026', 'doubt', '02/11/2026'],
    ['02/11-2026', 'dmy', '02/11-2026'],
    ['2026-11', 'dmy', '2026-11'],
    ['46348', 'dmy', '46348'],
    ['yesterday', 'dmy', 'yesterday'],
  ] as const)('reads %j with the order %s as %j', (cell, order, day) => {
    expect(dayIn(cell, order)).toBe(day)
  })

  it('reads every day in every form', () => {
    fc.assert(
      fc.property(days, fc.constantFrom('/', '-'), (date, separator) => {
        const [year, month, day] = parts(date)
        const iso = `${year}-${month}-${day}`
        expect(dayIn(`${day}.${month}.${year}`, 'mdy')).toBe(iso)
        expect(dayIn(date.toISOString(), 'iso')).toBe(iso)
        for (const [order, first, second] of [['dmy', day, month] as const, ['mdy', month, day] as const]) {
          const cell = [Number(first), second, year].join(separator)
          expect(dayIn(cell, order)).toBe(iso)
          expect([order, 'doubt', 'iso']).toContain(dateOrderOf([cell]))
        }
      }),
    )
  })

  it('returns any other text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const day = dayIn(text, 'dmy')
        expect(day === text || /^\d{4}-\d{2}-\d{2}$/.test(day)).toBe(true)
      }),
    )
  })
})
