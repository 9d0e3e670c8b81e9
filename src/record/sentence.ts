import { z } from 'zod'
import type { Message } from './fault.ts'

/** A sentence of the service in an answer. A phrase is English in JSON. */
export const Sentence = z.string() as unknown as z.ZodType<Message, Message>
