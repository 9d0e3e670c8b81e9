import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../src/access/actor.ts'
import { type Read, readInTransaction } from '../../src/database/read.ts'
import type { EntityManager } from '../../src/database/transaction.ts'
import { requireTag } from '../../src/record/etag.ts'
import type { Precondition } from '../../src/record/lock-record.ts'
import { actorOf, type CompleteAnswer, isDryRun, runWrite } from './run-write.ts'

/**
 * Fields that a route adds to the result. Portfolio routes add a message. `inDryRun` completes the answer of a dry run,
 * which contains the result.
 */
type Extras = { message?: string; inDryRun?: CompleteAnswer | undefined }

// A result of the portfolio contains the ETag of its record.
type Tagged = { etag?: string }

/** The fields that an action sets, which every caller of the action gets. */
type Outcome = { set?: readonly string[] }

/**
 * Runs a write that creates a record and answers 201, with the Location of the record if it has one. A
 * repeated Idempotency-Key gets the stored response again.
 */
export async function respondCreated<Result extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (em: EntityManager, actor: Actor) => Promise<Result>,
  { locationPath, inDryRun, ...extras }: Extras & { locationPath?: (result: Result) => string } = {},
) {
  const { status, body } = await runWrite(request, reply, inDryRun, async (em) => {
    const result = await run(em, actorOf(request))
    return { status: 201, body: visibleCreation(request, { ...extras, ...result }) }
  })
  // A stored response has the same body as a new one. A dry run (200) creates no record and has no Location.
  const { etag } = body as Tagged
  if (status === 201 && etag) reply.header('etag', etag)
  if (status === 201 && locationPath)
    reply.header('location', request.server.config.PUBLIC_URL + locationPath(body as Result))
  return reply.code(status).send(body)
}

/**
 * Runs a write that changes a record and answers 200 with its new ETag. The precondition that `run` receives
 * throws `precondition_failed` if the record does not match `If-Match`.
 */
export async function respondChanged<Result extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (em: EntityManager, actor: Actor, precondition: Precondition) => Promise<Result>,
  {
    currentEtag,
    set = [],
    inDryRun,
    ...extras
  }: Extras & Outcome & { currentEtag: (read: Read) => Promise<string> },
) {
  const { status, body } = await runWrite(request, reply, inDryRun, async (em) => {
    const read = readInTransaction(em)
    const result = await run(
      em,
      actorOf(request),
      preconditionOf(request, () => currentEtag(read)),
    )
    return {
      status: 200,
      body: visibleChange(request, { ...extras, ...result }, request.body, set),
      etag: (result as Tagged).etag ?? (await currentEtag(read)),
    }
  })
  return sendVisible(request, reply.code(status), body)
}

/** Returns the precondition that the record matches the `If-Match` of a request, if it has one. */
export function preconditionOf(
  { headers }: FastifyRequest,
  currentEtag: () => Promise<string>,
): Precondition {
  const ifMatch = headers['if-match']
  return async () => {
    if (ifMatch !== undefined) requireTag(ifMatch, await currentEtag())
  }
}

/** Runs an upsert and answers 201 if it created the record, or 200 if the record already existed. */
export async function respondUpserted<Result extends { created: boolean; data: { id: number } }>(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (em: EntityManager, actor: Actor) => Promise<Result>,
) {
  const { status, body } = await runWrite(request, reply, undefined, async (em) => {
    const { created, data, ...rest } = await run(em, actorOf(request))
    if (!created) return { status: 200, body: { data, ...rest } }
    return { status: 201, body: { data: isDryRun(request) ? { ...data, id: undefined } : data, ...rest } }
  })
  return reply.code(status).send(body)
}

/** Runs an action and answers 200 with its result. `visible` returns the part of it that the caller may read. */
export async function respondAction<Result extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (em: EntityManager, actor: Actor) => Promise<Result>,
  {
    set = [],
    visible = (result) => visibleChange(request, result, request.body, set),
    inDryRun,
    ...extras
  }: Extras & Outcome & { visible?: (result: Result) => object } = {},
) {
  const { status, body } = await runWrite(request, reply, inDryRun, async (em) => ({
    status: 200,
    body: { ...extras, ...visible(await run(em, actorOf(request))) },
  }))
  return sendVisible(request, reply.code(status), body)
}

/** Runs a write that removes a record and answers 204 without a body. */
export async function respondRemoved(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (em: EntityManager, actor: Actor) => Promise<void>,
) {
  const { status, body } = await runWrite(request, reply, undefined, async (em) => {
    await run(em, actorOf(request))
    return { status: 204, body: undefined }
  })
  return reply.code(status).send(body)
}

/**
 * Returns the result of a change for the caller. A caller without read access gets what the action set, and of each record
 * the id and the fields that the body or the action set, so that a change does not reveal the rest.
 */
export function visibleChange(
  { mayReadResult }: FastifyRequest,
  result: object,
  body: unknown,
  set: readonly string[] = [],
): object {
  if (mayReadResult) return result
  const names = new Set(['id', ...set, ...Object.keys((body as object | null) ?? {})])
  return Object.fromEntries(
    Object.entries(result).flatMap(([name, value]) => {
      if (typeof value !== 'object' || value === null || set.includes(name)) return [[name, value]]
      if (!('id' in value)) return []
      return [[name, Object.fromEntries(Object.entries(value).filter(([field]) => names.has(field)))]]
    }),
  )
}

/** Returns the result of a creation for the caller. A caller without read access gets the new record, but no other ones. */
export function visibleCreation({ mayReadResult }: FastifyRequest, result: object): object {
  return mayReadResult || !('similar' in result) ? result : { ...result, similar: [], open_here: [] }
}

/** Sends the visible part of a result. The schema of the response requires every field of the record. */
function sendVisible(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
  if (!request.mayReadResult) reply.serializer(JSON.stringify).type('application/json; charset=utf-8')
  return reply.send(body)
}
