import { z } from 'zod'
import { PathId } from '../src/record/id.ts'

/** The path of a record that is named by its number alone. */
export const IdPath = z.object({ id: PathId })
