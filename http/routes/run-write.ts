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
import type { Verdict } from '../../src/journal/verdict.ts'
import { type Outcome, storedResult, write } from '../../src/journal/write.ts'
import { Fault, invalid } from '../../src/record/fault.ts'
import { boolean } from '../../src/record/rules/boolean.ts'
import { pathOf } from '../request/request-target.ts'

/** What an area does with writes that a person must decide on. */
export type Proposals = {
  /** Adds the warnings of canon rules to an answer, and to that of a dry run whether the write would be a proposal. */
  withVerdict: (response: StoredResponse, verdict: Verdict, dryRun: boolean) => StoredResponse
  /** Stores a held write as a proposal, and returns the answer to it. */
  store: (em: EntityManager, request: FastifyRequest, held: Outcome<StoredResponse>) => Promise<Answer>
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

/** The answer to a write, and the ETag of the record that it changed. */
export type Answer = StoredResponse & { etag?: string | undefined }

/**
 * Runs a write in one transaction, together with its history and the stored response of its Idempotency-Key. A write that
 * a person must decide on is stored as a proposal in another transaction. Sets the headers of what it led to.
 */
export async function runWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  inDryRun: CompleteAnswer | undefined,
  run: (em: EntityManager) => Promise<Answer>,
): Promise<StoredResponse> {
  const { orm, proposals, config } = request.server
  const dryRun = isDryRun(request)
  const idempotencyKey = request.method === 'POST' && !dryRun ? idempotencyKeyOf(request) : undefined
  const attempt = (run: (em: EntityManager, verdict: Verdict) => Promise<Answer>) =>
    write(
      orm,
      actorOf(request),
      (em, verdict): Promise<Answer & { replayed?: boolean }> =>
        idempotencyKey ? runIdempotent(em, idempotencyKey, () => run(em, verdict)) : run(em, verdict),
      { dryRun, timeLimit: request.routeOptions.config.timeLimit },
    )
  const written = await attempt(async (em, verdict) => {
    const answer = await run(em)
    return proposals ? { ...answer, ...proposals.withVerdict(answer, verdict, dryRun) } : answer
  })
  const isHeld = written.outcome === 'held' && proposals
  // A dry run too: the proposal may be refused.
  const stored = isHeld ? await attempt((em) => proposals.store(em, request, written)) : written
  if (dryRun) {
    const { body } = written.result as { body: Record<string, unknown> }
    return {
      status: 200,
      body: { ...(inDryRun ? await inDryRun(body) : body), etag: undefined, dry_run: true },
    }
  }
  const result = storedResult(stored)
  if (result.etag) reply.header('etag', result.etag)
  if (result.replayed) reply.header('idempotent-replayed', 'true')
  if (result.status === 202 && proposals)
    reply.header('location', config.PUBLIC_URL + proposals.pathIn(result.body))
  return result
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
