import { randomUUID } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { validate } from '../src/record/validate.ts'
import { callResult, errorResult, type Told, type ToolAnswer, told } from './answer.ts'
import { type Reads, remembered } from './cache.ts'
import { publishedSchema } from './schema.ts'

/** What the server stands on. */
export type ToolDependencies = {
  /** The database is opened by the first call that needs it. */
  reads: () => Promise<Reads>
  /** Where the HTTP API is reached. */
  publicUrl: () => string
  /** Is told what nobody foresaw; the caller gets the id alone. */
  report: (error: unknown, requestId: string) => void
}

/** A tool as it is written. Every argument is optional. */
type Definition<In extends z.ZodObject> = {
  name: string
  title: string
  /** When to use it, and what to call next. */
  description: string
  input: In
  output: z.ZodObject
  /** False where an answer needs no database, or hardly: it is found anew each time. */
  remembers?: false
  find: (ground: ToolDependencies, input: z.output<In>) => Promise<ToolAnswer>
}

/** A tool as the server registers it: schemas published once, whatever goes wrong told in one form. */
export function tool<In extends z.ZodObject>(definition: Definition<In>) {
  const { name, title, description, input, output, find, remembers = true } = definition
  const tell = async (ground: ToolDependencies, sent: unknown): Promise<Told> => {
    const asked = validate(input, given(sent))
    const anew = async () => told(await find(ground, asked))
    return remembers ? remembered(await ground.reads(), `${name} ${JSON.stringify(asked)}`, anew) : anew()
  }
  return {
    name,
    config: {
      title,
      description,
      inputSchema: publishedSchema(input),
      outputSchema: publishedSchema(output),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    async call(
      ground: ToolDependencies,
      sent: unknown,
      requestId: string = randomUUID(),
    ): Promise<CallToolResult> {
      try {
        return callResult(await tell(ground, sent))
      } catch (error) {
        return errorResult(error, requestId, (unforeseen) => ground.report(unforeseen, requestId))
      }
    },
    tell,
  }
}
export type Tool = ReturnType<typeof tool>

// Clients that always fill in every argument send null or the empty string for the ones they do not mean.
function given(sent: unknown): unknown {
  if (sent === undefined || sent === null) return {}
  if (typeof sent !== 'object' || Array.isArray(sent)) return sent
  const entries = Object.entries(sent).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(entries)
}
