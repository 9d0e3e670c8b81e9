import { randomUUID } from 'node:crypto'
import { type McpServer, ProtocolError, ProtocolErrorCode, type Result } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Caller } from '../src/access/caller.ts'
import { requireReadableSecrets } from '../src/catalog/unreadable-secrets.ts'
import type { Read } from '../src/database/read.ts'
import type { Followed } from '../src/notifications/event/occurrence.ts'
import { Payload } from '../src/notifications/event/payload.ts'
import { maxOccurrences, pollEvents } from '../src/notifications/event/poll.ts'
import { eventType, eventTypes } from '../src/notifications/event/types.ts'
import type { NotificationSettings } from '../src/notifications/settings.ts'
import { subscribe, unsubscribe } from '../src/notifications/subscription/subscribe.ts'
import { Delivery, Term } from '../src/notifications/subscription/subscription.ts'
import { toFault } from '../src/record/database-fault.ts'
import { Fault, type FaultCode } from '../src/record/fault.ts'
import { clampedInteger } from '../src/record/rules/integer.ts'
import { safeValidate, validate } from '../src/record/validation/validate.ts'
import { errorText } from './answer.ts'
import { jsonSchema } from './schema.ts'
import { rejectUnknownSlugs } from './suggestions.ts'
import type { EventDependencies, Sender, ToolDependencies } from './tool.ts'

/** The capabilities of a server with events: the extension, and the name that some clients look for instead. */
export const eventCapabilities = { events: {}, extensions: { 'io.modelcontextprotocol/events': {} } }

/** The codes of errors, as the clients of the extension know them. */
const errorCodes = {
  InvalidParams: ProtocolErrorCode.InvalidParams,
  NotFound: -32_011,
  Forbidden: -32_012,
  ResourceExhausted: -32_013,
  Unsupported: -32_014,
  CallbackEndpointError: -32_015,
} as const

const codesOfFaults: Partial<Record<FaultCode, number>> = {
  validation_failed: errorCodes.InvalidParams,
  not_found: errorCodes.NotFound,
  unauthenticated: errorCodes.Forbidden,
  policy_denied: errorCodes.Forbidden,
}

type Context = EventDependencies & { caller: Caller }

const Params = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
})
const PollParams = Params.extend({
  ...Term.pick({ cursor: true, maxAgeMs: true }).shape,
  maxEvents: clampedInteger(maxOccurrences).default(100),
})

const Mode = z.object({ delivery: z.object({ mode: z.string() }) })
const SubscribeParams = Params.extend({ delivery: Delivery, ...Term.shape })
const UnsubscribeParams = Params.extend({ delivery: Delivery.pick({ url: true }) })

// How long a client should wait before it polls again.
const nextPollMs = 30_000

type Method = (context: Context, params: unknown) => Promise<Result>

const methods: Record<string, Method> = {
  'events/list': async ({ settings }) => ({
    events: listed.map((type) => ({ ...type, delivery: settings ? ['poll', 'webhook'] : ['poll'] })),
  }),
  'events/poll': async ({ read, links, caller }, params) => {
    const { cursor, maxAgeMs, maxEvents, ...named } = validate(PollParams, params)
    const followed = await followedBy(read, caller, named)
    return { ...(await pollEvents(read, links, { ...followed, cursor, maxAgeMs, maxEvents })), nextPollMs }
  },
  'events/subscribe': async ({ orm, read, caller, settings: found }, params) => {
    const { mode } = validate(Mode, params).delivery
    const settings = requireWebhooks(found, mode)
    const { delivery, cursor, maxAgeMs, ttlMs, ...named } = validate(SubscribeParams, params)
    const followed = await followedBy(read, caller, named)
    await requireReadableSecrets(read, settings.key)
    return subscribe({ orm, read, settings }, caller, { ...followed, ...delivery, cursor, maxAgeMs, ttlMs })
  },
  'events/unsubscribe': async ({ orm, caller }, params) => {
    const { name, arguments: sent, delivery } = validate(UnsubscribeParams, params)
    const type = eventTypes.find((known) => known.name === name)
    const filters = type && safeValidate(type.arguments, sent).data
    if (filters) await unsubscribe(orm, caller, { type, arguments: filters, url: delivery.url })
    return {}
  },
}

function requireWebhooks(settings: NotificationSettings | undefined, mode: string): NotificationSettings {
  if (mode === 'webhook' && settings) return settings
  const text = settings
    ? 'The only delivery mode is webhook. Otherwise call events/poll.'
    : 'This server cannot send webhooks, because its SECRET_KEY is not set. Call events/poll.'
  throw new ProtocolError(errorCodes.Unsupported, text, { feature: 'deliveryMode', value: mode })
}

const listed = eventTypes.map(({ name, description, arguments: schema }) => ({
  name,
  description,
  inputSchema: jsonSchema(schema),
  payloadSchema: jsonSchema(Payload),
}))

async function followedBy(
  read: Read,
  { credential }: Caller,
  { name, arguments: sent }: z.output<typeof Params>,
): Promise<Followed> {
  const type = eventType(name)
  const filters = validate(type.arguments, sent)
  await rejectUnknownSlugs(read, filters)
  return { type, arguments: filters, credential }
}

/** Registers the methods of events for the sender of a request. */
export function registerEvents(
  { server }: McpServer,
  dependencies: EventDependencies,
  { caller, requestId = randomUUID(), traceId }: Sender,
  report: ToolDependencies['report'],
): void {
  if (!caller) return
  for (const [name, method] of Object.entries(methods))
    server.setRequestHandler(name, { params: z.looseObject({}) }, async (params) => {
      try {
        return await method({ ...dependencies, caller }, params)
      } catch (error) {
        throw protocolError(error, requestId, (unexpected) => report(unexpected, requestId, traceId))
      }
    })
}

function codeOf({ code, details }: Fault): number {
  if ('limit' in details) return errorCodes.ResourceExhausted
  if ('reason' in details) return errorCodes.CallbackEndpointError
  return codesOfFaults[code] ?? ProtocolErrorCode.InternalError
}

function protocolError(error: unknown, requestId: string, report: (error: unknown) => void): ProtocolError {
  if (error instanceof ProtocolError) return error
  const fault = toFault(error)
  const text = errorText(error, requestId, report)
  if (!(fault instanceof Fault)) return new ProtocolError(ProtocolErrorCode.InternalError, text)
  const code = codeOf(fault)
  const hasData = Object.keys(fault.details).length > 0
  // The SDK copies the data field by field, which would take a phrase apart.
  const data = hasData ? JSON.parse(JSON.stringify(fault.details)) : undefined
  return new ProtocolError(code, text, data)
}
