import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { day } from '../../../src/record/day.ts'
import { orderedDates } from '../../../src/record/ordered-dates.ts'
import { safeValidate } from '../../../src/record/validate.ts'

describe('fields', () => {
  it('that nobody knows are told by their own names, and not more of them than are worth reading', () => {
    const schema = z.object({ part: z.strictObject({ body: z.string() }) })
    expect(safeValidate(schema, { part: { body: 1, '': 1 } }).errors).toEqual({
      'part.body': ['The part.body field must be a string.'],
      'part.': ['The part. field is prohibited. Allowed: body.'],
    })
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]))
    const told = safeValidate(schema, { part: { body: 1, ...many } }).errors ?? {}
    expect(Object.keys(told)).toHaveLength(51)
    expect(told['part.body']).toEqual(['The part.body field must be a string.'])
  })

  it('that are in the wrong order are told so only where both are right', () => {
    const schema = orderedDates(z.object({ from: day, to: day }), 'from', 'to')
    const late = 'The to field must be a date after or equal to from.'
    expect(safeValidate(schema, { from: '2026-02-02', to: '2026-02-01' }).errors).toEqual({ to: [late] })
    expect(Object.keys(safeValidate(schema, { from: 'zzz', to: '2026-02-01' }).errors ?? {})).toEqual([
      'from',
    ])
  })
})
