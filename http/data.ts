import { z } from 'zod'
import { Warning } from '../src/record/warning.ts'

/** What an answer to a write may say besides. */
export const besides = {
  warnings: z.array(Warning).optional(),
  dry_run: z.literal(true).optional().describe('Nothing was stored'),
}

/** The answer with one record under `data`. */
export function data<S extends z.ZodType>(schema: S) {
  return z.object({ data: schema, ...besides })
}

/** The answers of a POST that creates: 201, and 200 where a dry run stored nothing. */
export function createdData<S extends z.ZodType>(schema: S) {
  return { 200: data(schema), 201: data(schema) }
}

/** The answer of a DELETE where a dry run stored nothing; else it has no body. */
export const Removed = z.object(besides)

/** Puts what a write answers under `data`. */
export function asData<Given extends unknown[], Made>(work: (...given: Given) => Promise<Made>) {
  return async (...given: Given) => ({ data: await work(...given) })
}

/** The query of a GET that takes none; what is sent all the same is named in the warnings. */
export const NoQuery = z.object({})
