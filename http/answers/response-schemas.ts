import { z } from 'zod'
import { Warning } from '../../src/record/warning.ts'

/** The warnings that any successful response may contain. */
export const warningList = z.array(Warning).optional()

/** The optional fields of every response to a write. */
export const writeExtras = {
  warnings: warningList,
  dry_run: z.literal(true).optional().describe('Present in the response to a dry run: nothing was stored'),
}

/** Returns the schema of a response to a read or write, with its result under `data`. */
export function dataResponse<S extends z.ZodType>(schema: S) {
  return z.object({ data: schema, ...writeExtras })
}

/** Returns the responses of a POST that creates a record: 201, or 200 for a dry run, in which the record has no id. */
export function createdDataResponses<S extends z.ZodObject>(record: S) {
  return { 200: dataResponse(withoutId(record)), 201: dataResponse(record) }
}

const recordsWithoutId = new WeakMap<z.ZodObject, z.ZodObject>()

/**
 * Returns the schema of a record that a dry run would create. The same `record` always gives the same schema object.
 */
export function withoutId(record: z.ZodObject): z.ZodObject {
  const schema = recordsWithoutId.get(record) ?? record.omit({ id: true })
  recordsWithoutId.set(record, schema)
  return schema
}

/** The response to the dry run of a DELETE. Any other DELETE returns 204 without a body. */
export const DeleteDryRunResponse = z.object(writeExtras).meta({ examples: [{ dry_run: true }] })

/** Wraps a function so that it returns its result under `data`. */
export function underData<Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) {
  return async (...args: Args) => ({ data: await run(...args) })
}

/** The answer of a change to a credential without read access. */
export const WriteOnlyResult = z.looseObject({ message: z.string().optional() }).meta({
  description:
    'For a credential without read access: of the record only its `id` and the fields that were set.',
})
