import { z } from 'zod'
import { toInteger } from './integer.ts'
import { rule } from './rule.ts'

/** The number of a record. Numbers that no record can have read as "no such record", not as a wrong type. */
export const Id = z.int().min(1).meta({ description: 'The number of a record' })

/** A number that a caller names a record by, in a body or a query. */
export const Reference = rule(
  toInteger,
  z
    .number()
    .check((context) => {
      if (!Number.isInteger(context.value))
        context.issues.push({ code: 'invalid_type', expected: 'int', input: context.value })
      else if (!Id.safeParse(context.value).success) context.issues.push(noSuchRecord(context.value))
    })
    .meta({ type: 'integer', minimum: 1 }),
)

/** The number of a record in a path: digits without a leading zero, or there is no such path. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .refine((id) => Number.isSafeInteger(id))
  .meta({ description: 'The number of a record', type: 'integer', minimum: 1 })

function noSuchRecord(input: unknown): z.core.$ZodRawIssue {
  return { code: 'custom', params: { sentence: 'The selected {attr} is invalid.' }, input }
}
