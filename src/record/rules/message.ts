import { z } from 'zod'
import type { Message } from '../fault.ts'

/** The schema of a sentence of the service in an answer. A phrase is text in every answer. */
export const message = z.string() as unknown as z.ZodType<Message>
