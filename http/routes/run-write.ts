import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../../src/access/actor.ts'
import { directKindsOf } from '../../src/access/caller.ts'
import type { EntityManager } from '../../src/database/transaction.ts'
import {
  type IdempotentRequest,
  idempotentRequest,
  runIdempotent,
  type StoredResponse,
} from '../../src/journal/idempotency.ts'
import { Held, type Verdict, verdictOf } from '../../src/journal/verdict.ts'
import { write } from '../../src/journal/write.ts'
import { Fault, invalid } from '../../src/record/fault.ts'
import { boolean } from '../../src/record/rules/boolean.ts'
import { pathOf } from '../request/request-target.ts'

/** What an area does with writes that a person must decide on. */
export type Proposals = {
  /** Adds the warnings of canon rules to an answer, and to that of a dry run whether the write would be a proposal. */
  withVerdict: (response: StoredResponse, verdict: Verdict, dryRun: boolean) => StoredResponse
  /** Stores a held write as a proposal, and returns the answer to it. */
  store: (em: EntityManager, request: FastifyRequest, held: Held<StoredResponse>) => Promise<StoredResponse>
  /** Returns the path of the proposal in the answer of `store`. */
  pathIn: (body: unknown) => string
}

declare module 'fastify' {
  interface FastifyInstance {
    proposals?: Proposals
  }
}

/** The query of every write. */
export const WriteQuery = z.object({
  dry_run: boolean
    .default(false)
    .describe('1: run every check and return 200 with the result, but store nothing'),
})

export type CompleteAnswer = (answer: Record<string, unknown>) => Promise<object>

/**
 * Runs a write in one transaction, together with its history and the stored response of its Idempotency-Key. A write that
 * a person must decide on is rolled back, and stored as a proposal in another transaction.
 */
export async function runWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  inDryRun: CompleteAnswer | undefined,
  run: (em: EntityManager) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const dryRun = isDryRun(request)
  const idempotencyKey = request.method === 'POST' && !dryRun ? idempotencyKeyOf(request) : undefined
  const attempt = (run: (em: EntityManager) => Promise<StoredResponse>) =>
    write(
      request.server.orm,
      actorOf(request),
      (em): Promise<StoredResponse & { replayed?: boolean }> =>
        idempotencyKey ? runIdempotent(em, idempotencyKey, () => run(em)) : run(em),
      { dryRun, timeLimit: request.routeOptions.config.timeLimit },
    )
  const { proposals } = request.server
  const response = await attempt(async (em) => {
    const written = await run(em)
    return proposals ? proposals.withVerdict(written, verdictOf(em), dryRun) : written
  }).catch((error) => {
    if (!(error instanceof Held) || !proposals) throw error
    reply.removeHeader('etag')
    return attempt((em) => proposals.store(em, request, error))
  })
  if (response.replayed) reply.header('idempotent-replayed', 'true')
  if (response.status === 202 && proposals)
    reply.header('location', request.server.config.PUBLIC_URL + proposals.pathIn(response.body))
  if (!dryRun) return response
  reply.removeHeader('etag')
  const { body } = response as { body: Record<string, unknown> }
  return {
    status: 200,
    body: { ...(inDryRun ? await inDryRun(body) : body), etag: undefined, dry_run: true },
  }
}

export function isDryRun({ query }: FastifyRequest): boolean {
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
export function actorOf({ caller, id, query, server }: FastifyRequest): Actor {
  if (!caller) throw new Fault('unauthenticated')
  const { by, credential, person, token, stored } = caller
  const { reason } = query as { reason?: string }
  const direct = directKindsOf(caller)
  const { TIME_ZONE: time_zone } = server.config
  return { by, credential, person, token, stored, direct, reason, time_zone, surface: 'http', request_id: id }
}
