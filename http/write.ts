import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../src/access/actor.ts'
import { type Read, readInTransaction } from '../src/database/read.ts'
import { type EntityManager, transact } from '../src/database/unit-of-work.ts'
import { once, type Repeatable, repeatable, type StoredAnswer } from '../src/journal/idempotency.ts'
import { Fault, invalid } from '../src/record/fault.ts'
import { flag } from '../src/record/flag.ts'
import type { Precondition } from '../src/record/precondition.ts'
import { names, tagOf } from './plugins/etag.ts'
import { serializer } from './serializer.ts'

/** The query of every write. */
export const WriteQuery = z.object({
  dry_run: flag.default(false).describe('1: check everything, store nothing, answer 200 with what would be'),
})

/** The GET of one record: what it answers, and how that is written. A PATCH is conditional on it. */
export type ConditionalRead<Body = unknown> = { schema: z.ZodType; body: (read: Read) => Promise<Body> }

/** What a route adds to the answer of its work; portfolio routes say it in a sentence. */
type Said = { message?: string }

/** Creates a record: 201 with its address, where it has one; the first answer again where the request is a repeat. */
export async function created<Made extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (em: EntityManager, actor: Actor) => Promise<Made>,
  { path, ...said }: Said & { path?: (made: Made) => string } = {},
) {
  const { status, body } = await commit(request, reply, async (em) => {
    const made = await work(em, actorOf(request))
    return { status: 201, body: { ...said, ...made } }
  })
  // A stored answer has the same parts as a new one; what a dry run made is nowhere.
  if (status === 201 && path) reply.header('location', request.server.config.PUBLIC_URL + path(body as Made))
  return reply.code(status).send(body)
}

/** Changes a record, if it still is what an `If-Match` says; the answer carries its new tag. */
export async function changed<Made extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (em: EntityManager, actor: Actor, precondition: Precondition) => Promise<Made>,
  { shown, ...said }: Said & { shown: ConditionalRead },
) {
  const { status, body } = await commit(request, reply, async (em) => {
    const tag = async () => tagOf(serializer(shown.schema)(await shown.body(readInTransaction(em))))
    const expected = request.headers['if-match']
    const made = await work(em, actorOf(request), async () => {
      if (expected !== undefined && !names(expected, await tag())) throw new Fault('precondition_failed')
    })
    reply.header('etag', await tag())
    return { status: 200, body: { ...said, ...made } }
  })
  return reply.code(status).send(body)
}

/** Stores a record under a key of the caller's: 201 where it is new, 200 where there was one. */
export async function upserted<Made extends { created: boolean }>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (em: EntityManager, actor: Actor) => Promise<Made>,
) {
  const { status, body } = await commit(request, reply, async (em) => {
    const { created, ...made } = await work(em, actorOf(request))
    return { status: created ? 201 : 200, body: made }
  })
  return reply.code(status).send(body)
}

/** Does something to a record that is more than an edit; 200 with what it is now. */
export async function acted<Made extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (em: EntityManager, actor: Actor) => Promise<Made>,
) {
  const { status, body } = await commit(request, reply, async (em) => ({
    status: 200,
    body: await work(em, actorOf(request)),
  }))
  return reply.code(status).send(body)
}

/** Removes a record: 204 without a body. */
export async function removed(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (em: EntityManager, actor: Actor) => Promise<void>,
) {
  const { status, body } = await commit(request, reply, async (em) => {
    await work(em, actorOf(request))
    return { status: 204, body: undefined }
  })
  return reply.code(status).send(body)
}

/** One transaction for the work, its history and the record of the answer. */
async function commit(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (em: EntityManager) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const { dry_run } = request.query as z.output<typeof WriteQuery>
  const repeat = request.method === 'POST' && !dry_run ? repeatOf(request) : undefined
  const answer = await transact(
    request.server.orm,
    (em): Promise<StoredAnswer & { replayed?: boolean }> =>
      repeat ? once(em, repeat, () => work(em)) : work(em),
    dry_run,
  )
  if (answer.replayed) reply.header('idempotent-replayed', 'true')
  if (!dry_run) return answer
  reply.removeHeader('etag')
  return { status: 200, body: { ...(answer.body as object), dry_run: true } }
}

function repeatOf(request: FastifyRequest): Repeatable | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid({
      'Idempotency-Key': 'The Idempotency-Key header must be 1 to 255 visible ASCII characters.',
    })
  const path = request.url.split('?')[0] ?? ''
  return repeatable([request.caller?.credential ?? '', request.method, path], key, request.sent)
}

/** Who acts, in this request. */
export function actorOf({ caller, id }: FastifyRequest): Actor {
  if (!caller) throw new Fault('unauthenticated')
  const { by, credential, person, token } = caller
  return { by, credential, person, token, surface: 'http', request_id: id }
}
