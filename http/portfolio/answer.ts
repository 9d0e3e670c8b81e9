import { z } from 'zod'
import { ListMeta } from '../../src/portfolio/list.ts'
import { Warning } from '../../src/record/warning.ts'

const besides = {
  warnings: z.array(Warning).optional(),
  dry_run: z.literal(true).optional().describe('Nothing was stored'),
}

/** A sentence and one record under its name. */
export function one<Name extends string, S extends z.ZodType>(name: Name, schema: S) {
  return z.object({ message: z.string(), ...keyed(name, schema), ...besides })
}

/** A sentence, records under their name, and which part of how many they are. */
export function many<Name extends string, S extends z.ZodType>(name: Name, schema: S) {
  return z.object({
    message: z.string(),
    ...keyed(name, z.array(schema)),
    meta: ListMeta,
    warnings: besides.warnings,
  })
}

// A computed key is a string to the compiler; it is this one name.
function keyed<Name extends string, S extends z.ZodType>(name: Name, schema: S) {
  return { [name]: schema } as { [key in Name]: S }
}

/** The answers of a POST that creates: 201, and 200 where a dry run stored nothing. */
export function made<S extends z.ZodType>(schema: S) {
  return { 200: schema, 201: schema }
}

/** A write as its table in the core tells it: what it does, and what its body may be. */
export function said<S extends z.ZodType>(write: { summary: string; description?: string; body: S }) {
  const { summary, description, body } = write
  return { summary, ...(description !== undefined && { description }), body }
}
