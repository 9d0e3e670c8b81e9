import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { day, daysBetween } from '../../../src/record/day.ts'
import { flag } from '../../../src/record/flag.ts'
import { PathId, Reference } from '../../../src/record/id.ts'
import { integer } from '../../../src/record/integer.ts'
import { firstMoment, lastMoment } from '../../../src/record/moment.ts'
import { required } from '../../../src/record/required.ts'
import { nullable, rule } from '../../../src/record/rule.ts'
import { term } from '../../../src/record/term.ts'
import { text, trim } from '../../../src/record/text.ts'
import { safeValidate } from '../../../src/record/validate.ts'

const blank = fc.string({
  unit: fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u0085', '\u2003', '\u3000', '\ufeff'),
})
const anything = fc.string({ unit: 'binary' })

describe('text', () => {
  it('loses the white space around it and nothing inside it', () => {
    fc.assert(
      fc.property(blank, fc.string({ unit: 'grapheme' }), blank, blank, (before, inside, middle, after) => {
        const core = `[${inside}${middle}${inside}]`
        expect(trim(before + core + after)).toBe(core)
        expect(trim(before)).toBeNull()
      }),
    )
  })

  it('is trimmed in time that grows with its length alone', () => {
    const long = `a${' \u0085'.repeat(500_000)}a`
    const begun = performance.now()
    expect(trim(long)).toBe(long)
    expect(performance.now() - begun).toBeLessThan(1000)
  })

  it('is taken exactly if it can be stored and is short enough', () => {
    fc.assert(
      fc.property(anything, fc.nat({ max: 12 }), (value, max) => {
        const inner = trim(value)
        const good =
          typeof inner === 'string' &&
          inner.isWellFormed() &&
          !inner.includes('\u0000') &&
          [...inner].length <= max
        expect(text(max).safeParse(value)).toMatchObject(
          good ? { success: true, data: inner } : { success: false },
        )
      }),
    )
  })
})

describe('a list', () => {
  it('that is none is told so, and nothing of its length', () => {
    const schema = z.object({ list: z.array(z.string()).min(5).max(7) })
    for (const odd of ['', 'abc', 'abcdefghij'])
      expect(safeValidate(schema, { list: odd }).errors).toEqual({
        list: ['The list field must be an array.'],
      })
  })
})

describe('a name that nobody knows', () => {
  it('is refused with those there are, where there are any', () => {
    const told = (shape: z.ZodRawShape) => safeValidate(z.strictObject(shape), { x: 1 }).errors?.x
    expect(told({ a: z.any(), b: z.any() })).toEqual(['The x field is prohibited. Allowed: a, b.'])
    expect(told({})).toEqual(['The x field is prohibited. There are no arguments.'])
  })
})

describe('a day', () => {
  it('is one of the calendar, from 2000 to 2100', () => {
    const bounds = { min: new Date('2000-01-01Z'), max: new Date('2100-12-31Z'), noInvalidDate: true }
    fc.assert(fc.property(fc.date(bounds), (date) => day.safeParse(date.toISOString().slice(0, 10)).success))
    fc.assert(fc.property(anything, (value) => !day.safeParse(value).success))
    for (const odd of ['2100-02-29', '2026-00-01', '2026-13-01', '2026-04-31', '1999-12-31', '2101-01-01'])
      expect(day.safeParse(odd).success).toBe(false)
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
  })
})

describe('a number', () => {
  it('is whole, as a number or as digits', () => {
    const rule = integer(-5, 5)
    for (const [sent, read] of [
      [3, 3],
      ['3', 3],
      ['-5', -5],
      ['003', 3],
    ])
      expect(rule.parse(sent)).toBe(read)
    for (const odd of [6, '-6', 1.5, '1.5', '1e0', ' 1', '+1', '', null, true, [1], {}, Number.NaN])
      expect(rule.safeParse(odd).success).toBe(false)
  })

  it('is not given where it is blank, and may be empty only where the field may', () => {
    for (const blank of ['', '  ', '\u00a0']) {
      expect(nullable(integer(1, 9)).parse(blank)).toBeNull()
      expect(nullable(Reference).parse(blank)).toBeNull()
      expect(safeValidate(z.object({ some_id: Reference }), { some_id: blank }).errors).toEqual({
        some_id: ['The some id field is required.'],
      })
    }
  })

  it('beyond all limits breaks the one of its field alone', () => {
    const schema = z.object({ count: integer(0, 9) })
    for (const large of ['10', '9'.repeat(20), '9'.repeat(400), 1e20, Number.POSITIVE_INFINITY])
      expect(safeValidate(schema, { count: large }).errors).toEqual({
        count: ['The count field must not be greater than 9.'],
      })
    for (const small of ['-1', `-${'9'.repeat(20)}`, -1e20])
      expect(safeValidate(schema, { count: small }).errors).toEqual({
        count: ['The count field must be at least 0.'],
      })
  })

  it('names a record only if one could have it', () => {
    fc.assert(fc.property(fc.maxSafeNat(), (id) => Reference.safeParse(id).success === id > 0))
    fc.assert(fc.property(fc.maxSafeNat(), (id) => PathId.safeParse(`${id}`).success === id > 0))
    for (const odd of ['0', '01', '-1', '1.0', '1e3', ' 1', '9223372036854775807', '9223372036854775808'])
      expect(PathId.safeParse(odd).success).toBe(false)
  })
})

describe('a moment', () => {
  it('is UTC with milliseconds, or a day, of the years 2000 to 2100', () => {
    expect(firstMoment.parse(' 2026-11-21 ')).toBe('2026-11-21T00:00:00.000Z')
    expect(lastMoment.parse('2100-12-31')).toBe('2100-12-31T23:59:59.999Z')
    expect(lastMoment.parse('2000-01-01T03:00:00+03:00')).toBe('2000-01-01T00:00:00.000Z')
    // PostgreSQL knows no year 0.
    for (const early of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+12:00', '2000-01-01T00:00:00+03:00'])
      expect(firstMoment.safeParse(early).success).toBe(false)
    expect(firstMoment.safeParse('2101-01-01T00:00:00Z').success).toBe(false)
  })
})

describe('null', () => {
  const inner = z.object({ word: text(9), note: text(9).optional() })
  const schema = z.object({
    date: day,
    since: day.optional(),
    colour: term({ red: '' }).default('red'),
    size: integer(1, 9).optional(),
    is_new: flag.optional(),
    rows: rule(trim, z.array(inner)).optional(),
    kept: required(text(9)).optional(),
  })

  it('is a value of the wrong kind where a field may be left out, and a lack of it where it may not', () => {
    const blank = { since: '', colour: null, size: ' ', is_new: null, rows: '', kept: null }
    expect(safeValidate(schema, { date: null, ...blank }).errors).toEqual({
      date: ['The date field is required.'],
      since: ['The since field must match the format Y-m-d.'],
      colour: ['The selected colour is invalid. Allowed: red.'],
      size: ['The size field must be an integer.'],
      is_new: ['The is new field must be true or false.'],
      rows: ['The rows field must be an array.'],
      kept: ['The kept field is required.'],
    })
    expect(safeValidate(schema, { date: '2026-01-01', rows: [{ word: null, note: null }] }).errors).toEqual({
      'rows.0.word': ['The rows.0.word field is required.'],
      'rows.0.note': ['The rows.0.note field must be a string.'],
    })
    expect(safeValidate(schema, { date: '2026-01-01' }).errors).toBeUndefined()
  })
})
