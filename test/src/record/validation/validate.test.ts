import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { boolean } from '../../../../src/record/rules/boolean.ts'
import { day, orderedDates } from '../../../../src/record/rules/day.ts'
import { enumOf } from '../../../../src/record/rules/enumeration.ts'
import { integer } from '../../../../src/record/rules/integer.ts'
import { required } from '../../../../src/record/rules/required.ts'
import { rule } from '../../../../src/record/rules/rule.ts'
import { text, trim } from '../../../../src/record/rules/text.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'

describe('safeValidate', () => {
  const part = z.strictObject({ body: z.string() })
  const unknownFields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))

  it('reports unknown fields by their path: the first 50, and the number of the others', () => {
    const schema = z.object({ part, parts: z.array(part).optional() })
    expect(safeValidate(schema, { part: { body: 1, '': 1 } }).errors).toEqual({
      'part.body': ['The part.body field must be a string.'],
      'part.': ['The part. field is prohibited. Allowed: body.'],
    })
    const parts = Array.from({ length: 3 }, () => ({ body: '', ...unknownFields(20) }))
    const errors = safeValidate(schema, { part: { body: 1, ...unknownFields(10_000) }, parts }).errors ?? {}
    expect(Object.keys(errors)).toHaveLength(52)
    expect(errors['part.body']).toEqual(['The part.body field must be a string.'])
    expect(errors['…']).toEqual(['The listed and 10010 more fields are invalid.'])
    expect(errors['part.k9']).toEqual(['The part.k9 field is prohibited. Allowed: body.'])
    expect(errors['part.k49']).toEqual(['The part.k49 field is prohibited.'])
  })

  const tenStrings = z.object(Object.fromEntries([...'abcdefghij'].map((name) => [name, z.string()])))

  it('truncates the names of unknown fields to 100 characters', () => {
    const long = safeValidate(part, {
      body: '',
      ['k'.repeat(1000)]: 1,
      [`${'k'.repeat(98)}😀😀😀`]: 1,
    }).errors
    expect(Object.keys(long ?? {})).toEqual([`${'k'.repeat(99)}…`, `${'k'.repeat(98)}😀…`])
  })

  it('reports errors of 12,000 characters and the number of the other fields', () => {
    const schema = z.object({ parts: z.array(tenStrings) })
    const { errors = {} } = safeValidate(schema, { parts: Array(100).fill({}) })
    const listed = Object.keys(errors).length - 1
    expect(JSON.stringify(errors).length).toBeLessThan(13_000)
    expect(listed).toBeGreaterThan(100)
    expect(errors['…']).toEqual([`The listed and ${1000 - listed} more fields are invalid.`])
  })

  it('names the allowed fields beside an unknown one, if there are any', () => {
    const errorOf = (shape: z.ZodRawShape) => safeValidate(z.strictObject(shape), { x: 1 }).errors?.x
    expect(errorOf({ a: z.any(), b: z.any() })).toEqual(['The x field is prohibited. Allowed: a, b.'])
    expect(errorOf({})).toEqual(['The x field is prohibited. Allowed: none.'])
  })

  it('reports dates in the wrong order only if both are valid', () => {
    const schema = orderedDates(z.object({ from: day, to: day }), 'from', 'to')
    const late = 'The to field must be a date after or equal to from.'
    expect(safeValidate(schema, { from: '2026-02-02', to: '2026-02-01' }).errors).toEqual({ to: [late] })
    expect(Object.keys(safeValidate(schema, { from: 'zzz', to: '2026-02-01' }).errors ?? {})).toEqual([
      'from',
    ])
  })

  it('reports a text in place of an array as not an array, without a word about its length', () => {
    const schema = z.object({ list: z.array(z.string()).min(5).max(7) })
    for (const odd of ['', 'abc', 'abcdefghij'])
      expect(safeValidate(schema, { list: odd }).errors).toEqual({
        list: ['The list field must be an array.'],
      })
  })

  it('reports null as missing in a required field, and as of the wrong type in an optional one', () => {
    const schema = z.object({
      date: day,
      since: day.optional(),
      colour: enumOf({ red: { en: ['Red'], ru: ['Красный'] } }).default('red'),
      size: integer(1, 9).optional(),
      is_new: boolean.optional(),
      rows: rule(trim, z.array(z.object({ word: text(9), note: text(9).optional() }))).optional(),
      kept: required(text(9)).optional(),
    })
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
