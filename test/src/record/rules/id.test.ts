import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PathId, Reference } from '../../../../src/record/rules/id.ts'
import { nullable } from '../../../../src/record/rules/rule.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'

describe('an id', () => {
  it('is accepted exactly if a record can have it', () => {
    const ids = fc.oneof(fc.maxSafeNat(), fc.nat({ max: 3 }))
    fc.assert(fc.property(ids, (id) => Reference.safeParse(id).success === id > 0))
    fc.assert(fc.property(ids, (id) => PathId.safeParse(`${id}`).success === id > 0))
    for (const odd of ['0', '01', '-1', '1.0', '1e3', ' 1', '9223372036854775807', '9223372036854775808'])
      expect(PathId.safeParse(odd).success).toBe(false)
  })

  it('is null when blank where the field is nullable, and missing where it is required', () => {
    for (const blank of ['', '  ', '\u00a0']) {
      expect(nullable(Reference).parse(blank)).toBeNull()
      expect(safeValidate(z.object({ some_id: Reference }), { some_id: blank }).errors).toEqual({
        some_id: ['The some id field is required.'],
      })
    }
  })
})
