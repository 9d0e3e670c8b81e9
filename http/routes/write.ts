import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../../src/access/actor.ts'
import { type Read, readInTransaction } from '../../src/database/read.ts'
import type { EntityManager } from '../../src/database/transaction.ts'
import {
  type IdempotentRequest,
  idempotentRequest,
  runIdempotent,
  type StoredResponse,
} from '../../src/journal/idempotency.ts'
import { write } from '../../src/journal/write.ts'
import { Fault, invalid } from '../../src/record/fault.ts'
import type { Precondition } from '../../src/record/precondition.ts'
import { boolean } from '../../src/record/rules/boolean.ts'
import { matchesTag } from '../answers/etag.ts'
import { pathOf } from '../request/request-target.ts'
import { sendVisible, visibleChange, visibleCreation } from './visible-result.ts'

/** The query of every write. */
export const WriteQuery = z.object({
  dry_run: boolean
    .default(false)
    .describe('1: run every check and return 200 with the result, but store nothing'),
})

const afterMismatch =
  'The record has changed. Read it again, merge your change, and send it with the new ETag as If-Match.'

/**
 * Fields that a route adds to the result. Portfolio routes add a message. `inDryRun` completes the answer of a dry run,
 * which contains the result.
 */
type Extras = { message?: string; inDryRun?: CompleteAnswer | undefined }
export type CompleteAnswer = (answer: Record<string, unknown>) => Promise<object>

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
    const ifMatch = request.headers['if-match']
    const result = await run(em, actorOf(request), async () => {
      if (ifMatch === undefined) return
      const current_etag = await currentEtag(read)
      if (!matchesTag(ifMatch, current_etag))
        throw new Fault('precondition_failed', undefined, undefined, { current_etag, next: afterMismatch })
    })
    reply.header('etag', (result as Tagged).etag ?? (await currentEtag(read)))
    return { status: 200, body: visibleChange(request, { ...extras, ...result }, request.body, set) }
  })
  return sendVisible(request, reply.code(status), body)
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

// Runs the write in one transaction, together with its history and the stored response of its
// Idempotency-Key.
async function runWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  inDryRun: CompleteAnswer | undefined,
  run: (em: EntityManager) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const dryRun = isDryRun(request)
  const idempotencyKey = request.method === 'POST' && !dryRun ? idempotencyKeyOf(request) : undefined
  const response = await write(
    request.server.orm,
    actorOf(request),
    (em): Promise<StoredResponse & { replayed?: boolean }> =>
      idempotencyKey ? runIdempotent(em, idempotencyKey, () => run(em)) : run(em),
    { dryRun, timeLimit: request.routeOptions.config.timeLimit },
  )
  if (response.replayed) reply.header('idempotent-replayed', 'true')
  if (!dryRun) return response
  reply.removeHeader('etag')
  const { body } = response as { body: Record<string, unknown> }
  return {
    status: 200,
    body: { ...(inDryRun ? await inDryRun(body) : body), etag: undefined, dry_run: true },
  }
}

function isDryRun({ query }: FastifyRequest): boolean {
  return (query as z.output<typeof WriteQuery>).dry_run
}

function idempotencyKeyOf(request: FastifyRequest): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid({
      'Idempotency-Key': 'The Idempotency-Key header must be 1 to 255 visible ASCII characters.',
    })
  const path = pathOf(request.url)
  return idempotentRequest(
    [request.caller?.credential ?? '', request.method, path],
    key,
    request.receivedBody,
  )
}

/** Returns the actor of a request. Throws `unauthenticated` if it has no caller. */
export function actorOf({ caller, id }: FastifyRequest): Actor {
  if (!caller) throw new Fault('unauthenticated')
  const { by, credential, person, token, stored } = caller
  return { by, credential, person, token, stored, surface: 'http', request_id: id }
}
