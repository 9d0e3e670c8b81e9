import { z } from 'zod'
import { PathId } from '../src/record/id.ts'

/** The path parameters of a route to one record by id. */
export const IdParams = z.object({ id: PathId })
