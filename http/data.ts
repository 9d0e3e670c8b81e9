import { z } from 'zod'
import { Warning } from '../src/record/warning.ts'

/** What any answer may say besides. */
export const warningList = z.array(Warning).optional()

/** What an answer to a write may say besides. */
export const writeExtras = {
  warnings: warningList,
  dry_run: z.literal(true).optional().describe('Nothing was stored'),
}

/** The answer with one record under `data`. */
export function data<S extends z.ZodType>(schema: S) {
  return z.object({ data: schema, ...writeExtras })
}

/** The answers of a POST that creates: 201, and 200 where a dry run stored nothing. */
export function made<S extends z.ZodType>(schema: S) {
  return { 200: schema, 201: schema }
}

/** The answer of a DELETE where a dry run stored nothing; else it has no body. */
export const Removed = z.object(writeExtras).meta({ examples: [{ dry_run: true }] })

/** Puts what a write answers under `data`. */
export function asData<Given extends unknown[], Made>(work: (...given: Given) => Promise<Made>) {
  return async (...given: Given) => ({ data: await work(...given) })
}
