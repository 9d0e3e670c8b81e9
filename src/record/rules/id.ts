import { z } from 'zod'
import { invalidSelection } from '../validation/messages.ts'
import { toInteger } from './integer.ts'
import { rule } from './rule.ts'

/** The id of a record. */
export const Id = z.int().min(1).meta({ description: 'Record id' })

/**
 * The id of a referenced record, in a body or a query. An integer that cannot be an id, such as 0, gets the
 * same error as an id that does not exist.
 */
export const Reference = rule(
  toInteger,
  z
    .number()
    .check((context) => {
      const { value } = context
      if (!Number.isInteger(value))
        context.issues.push({ code: 'invalid_type', expected: 'int', input: value })
      else if (value < 1 || !Number.isSafeInteger(value)) context.issues.push(noSuchRecord(value))
    })
    .meta({ type: 'integer', minimum: 1 }),
)

/** The id of a record in a path: digits without a leading zero. Any other value is answered with 404. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .refine((id) => Number.isSafeInteger(id))
  .meta({ description: 'Record id', type: 'integer', minimum: 1 })

function noSuchRecord(input: unknown): z.core.$ZodRawIssue {
  return { code: 'custom', params: { sentence: invalidSelection() }, input }
}
