import { z } from 'zod'
import { ListMeta } from '../../src/portfolio/list/paging.ts'
import { warningList, writeExtras } from '../response-schemas.ts'

/** The message that every portfolio response has. */
export const message = z
  .string()
  .meta({ description: 'Result in one sentence, for people', examples: ['Found.'] })

/** Returns the schema of a response with one record, under its name. */
export function recordResponse<Name extends string, S extends z.ZodType>(name: Name, schema: S) {
  return z.object({ message, ...keyed(name, schema), ...writeExtras })
}

/** Returns the schema of a response with one page of records, under their name. */
export function listResponse<Name extends string, S extends z.ZodType>(name: Name, schema: S) {
  return z.object({
    message,
    ...keyed(name, z.array(schema)),
    meta: ListMeta,
    warnings: warningList,
  })
}

// TypeScript widens a computed key to string; the cast restores the literal.
function keyed<Name extends string, S extends z.ZodType>(name: Name, schema: S) {
  return { [name]: schema } as { [key in Name]: S }
}

/** Returns the part of a route schema that an entry of the table of writes defines. */
export function writeSchema<S extends z.ZodType>(write: { summary: string; description?: string; body: S }) {
  const { summary, description, body } = write
  return { summary, ...(description !== undefined && { description }), body }
}
