import { randomUUID } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Caller } from '../src/access/caller.ts'
import { AnswerCache } from '../src/database/answer-cache.ts'
import type { Read } from '../src/database/read.ts'
import type { Reads } from '../src/database/snapshot.ts'
import type { MikroORM } from '../src/database/transaction.ts'
import type { Links } from '../src/notifications/event/payload.ts'
import type { NotificationSettings } from '../src/notifications/settings.ts'
import { validate } from '../src/record/validation/validate.ts'
import { callResult, errorResult, type RenderedAnswer, renderAnswer, type ToolAnswer } from './answer.ts'
import { withoutUnsetArguments, withSlugs } from './lenient-arguments.ts'
import { publishedSchema } from './schema.ts'
import { toolChannel } from './tool-channel.ts'

/** What the host process provides to the tools. */
export type ToolDependencies = {
  /** Returns the read functions. The first call opens the database. */
  reads: () => Promise<Reads>
  /** Returns the base URL of the HTTP API. */
  publicUrl: () => string
  /** Returns the time zone of the company, whose days count. */
  timeZone: () => string
  /** Logs an unexpected error; the caller gets only the request id. */
  report: (error: unknown, requestId: string, traceId?: string) => void
  /** What the methods of events need. Undefined over stdio, which has no events. */
  events?: EventDependencies
}

/** What the methods of events need from the server. */
export type EventDependencies = {
  orm: MikroORM
  read: Read
  links: Links
  /** Undefined if the server cannot send webhooks. */
  settings: NotificationSettings | undefined
}

/** The request that a message came in, and its caller. Over stdio both are undefined. */
export type Sender = { requestId?: string; caller?: Caller; traceId?: string | undefined }

/** The definition of a tool. Every argument is optional. */
type Definition<In extends z.ZodObject> = {
  name: string
  title: string
  /** When to use the tool, and what to call next. */
  description: string
  input: In
  /** False if the answer needs little or no database work and is not cached. */
  cacheable?: false
  /** The arguments with which the answer also depends on the caller. */
  callerArguments?: readonly string[]
  /** `caller` is undefined over stdio, and must not change the answer of a cacheable tool without `callerArguments`. */
  find: (dependencies: ToolDependencies, input: z.output<In>, caller?: Caller) => Promise<ToolAnswer>
}

/**
 * Creates a tool as the server registers it: it publishes its input schema, validates arguments and translates
 * errors. It has no output schema, because its answers are text only (docs/decisions/0011).
 */
export function tool<In extends z.ZodObject>(definition: Definition<In>) {
  const { name, title, description, input, find, cacheable = true, callerArguments = [] } = definition
  const answer = async (
    dependencies: ToolDependencies,
    sent: unknown,
    caller?: Caller,
  ): Promise<RenderedAnswer> => {
    const args = validate(input, await withSlugs(dependencies.reads, withoutUnsetArguments(input, sent)))
    const render = async () => renderAnswer(await find(dependencies, args, caller))
    return cacheable
      ? cachedAnswer(
          await dependencies.reads(),
          `${callerKey(args, caller)}${name} ${JSON.stringify(args)}`,
          render,
        )
      : render()
  }
  const callerKey = (args: object, caller?: Caller) =>
    callerArguments.some((argument) => argument in args) ? `${caller?.credential} ` : ''
  return {
    name,
    config: {
      title,
      description,
      inputSchema: publishedSchema(input),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    /** Answers a tool call. Never throws: an error is returned as a result. */
    call(
      dependencies: ToolDependencies,
      sent: unknown,
      { requestId = randomUUID(), caller, traceId }: Sender = {},
    ): Promise<CallToolResult> {
      const report = (unexpected: unknown) => dependencies.report(unexpected, requestId, traceId)
      const result = () =>
        answer(dependencies, sent, caller).then(callResult, (error) => errorResult(error, requestId, report))
      return toolChannel.tracePromise(result, { name, requestId })
    },
    /** Validates the arguments and returns the answer. Throws a `Fault` if they are invalid. */
    answer,
  }
}
export type Tool = ReturnType<typeof tool>

const caches = new WeakMap<Read, AnswerCache<RenderedAnswer>>()

/** Agents repeat the same calls, and the queries of an answer cost more than the rest of a call. */
async function cachedAnswer(
  reads: Reads,
  key: string,
  render: () => Promise<RenderedAnswer>,
): Promise<RenderedAnswer> {
  const cache = caches.get(reads.read) ?? new AnswerCache<RenderedAnswer>(lengthOf)
  caches.set(reads.read, cache)
  const { answer, settle } = await cache.find(reads, key)
  if (answer) return answer
  const rendered = render()
  if (settle) rendered.then(settle, () => settle(undefined))
  return rendered
}

function lengthOf({ trusted = '', untrusted = '' }: RenderedAnswer): number {
  return trusted.length + untrusted.length + 1
}
