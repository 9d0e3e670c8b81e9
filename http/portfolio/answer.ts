import { z } from 'zod'
import { ListMeta } from '../../src/portfolio/list/paging.ts'
import { warningList, writeExtras } from '../data.ts'

/** The sentence that every answer of the portfolio begins with. */
export const message = z.string().meta({ description: 'What was done or found', examples: ['Found.'] })

/** A sentence and one record under its name. */
export function one<Name extends string, S extends z.ZodType>(name: Name, schema: S) {
  return z.object({ message, ...keyed(name, schema), ...writeExtras })
}

/** A sentence, records under their name, and which part of how many they are. */
export function many<Name extends string, S extends z.ZodType>(name: Name, schema: S) {
  return z.object({
    message,
    ...keyed(name, z.array(schema)),
    meta: ListMeta,
    warnings: warningList,
  })
}

// A computed key is a string to the compiler; it is this one name.
function keyed<Name extends string, S extends z.ZodType>(name: Name, schema: S) {
  return { [name]: schema } as { [key in Name]: S }
}

/** A write as its table in the core tells it: what it does, and what its body may be. */
export function said<S extends z.ZodType>(write: { summary: string; description?: string; body: S }) {
  const { summary, description, body } = write
  return { summary, ...(description !== undefined && { description }), body }
}
