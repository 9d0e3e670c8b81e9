import { z } from 'zod'
import { PathId } from '../../src/record/rules/id.ts'

/** The path parameters of a route to one record by id. */
export const IdParams = z.object({ id: PathId })
