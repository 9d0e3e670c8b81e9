import { z } from 'zod'
import { Removed } from '../data.ts'

/** The answers of a DELETE: 204 without a body, and 200 where a dry run removed nothing. */
export const gone = { 200: Removed, 204: z.null() }
