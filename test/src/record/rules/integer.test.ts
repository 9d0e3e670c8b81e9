import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { integer } from '../../../../src/record/rules/integer.ts'
import { nullable } from '../../../../src/record/rules/rule.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'

describe('integer', () => {
  it('accepts an integer within its limits, as a number or as digits', () => {
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

  it('reads a blank text as null where the field is nullable', () => {
    for (const blank of ['', '  ', '\u00a0']) expect(nullable(integer(1, 9)).parse(blank)).toBeNull()
  })

  it('reports a number beyond every limit by the limit of its field', () => {
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
})
