import { expect, it } from 'vitest'
import { z } from 'zod'
import { fieldTraits } from '../../../../http/admin/record/field-traits.ts'

it.each([
  [z.number(), { isNumber: true, isArray: false }],
  [z.number().nullable(), { isNumber: true, isArray: false }],
  [z.int().min(1).nullable(), { isNumber: true, isArray: false }],
  [z.string().nullable(), { isNumber: false, isArray: false }],
  [z.array(z.number()), { isNumber: false, isArray: true }],
])('returns whether a field is a number or an array, even if it may be null: %#', (rule, traits) => {
  expect(fieldTraits(z.object({ field: rule }), 'field')).toMatchObject(traits)
})
