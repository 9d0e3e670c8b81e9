import { createHash } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { tryLock } from '../database/lock.ts'
import { timestampColumn } from '../record/column.ts'
import { Fault } from '../record/fault.ts'
import { columns, field } from '../record/field.ts'
import { Timestamp } from '../record/base-fields.ts'

const day = 86_400_000

const fields = {
  // The digest of credential, method, path and key: who repeats what.
  scope: field(z.string(), p.text().primary()),
  request: field(z.string(), p.text()),
  status: field(z.int(), p.integer()),
  body: field(z.unknown(), p.json<unknown>()),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()').index('idempotency_keys_created')),
}

/** Answers that are given again to a repeated request, for a day. */
export const idempotencyKeys = defineEntity({
  name: 'idempotency_key',
  tableName: 'idempotency_keys',
  properties: columns(fields),
})

/** A request that may be repeated: who sends what under which key, and the digest of its body. */
export type IdempotentRequest = { scope: string; request: string }
export type StoredResponse = { status: number; body: unknown }

/** Names a repeatable request. `place` is credential, method and path. */
export function idempotentRequest(place: string[], key: string, body: unknown): IdempotentRequest {
  return { scope: digest([...place, key]), request: digest(body) }
}

/**
 * Does `work` once: a repeat gets the first answer again. The answer is stored in the transaction of the
 * work, so that neither is there without the other. Throws where another body came under the same key, or
 * where the first request is still running.
 */
export async function runIdempotent(
  em: EntityManager,
  { scope, request }: IdempotentRequest,
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse & { replayed: boolean }> {
  if (!(await tryLock(em, `idempotency:${scope}`)))
    throw new Fault(
      'idempotency_in_progress',
      'The first request with this Idempotency-Key is still running.',
    )
  await deleteExpiredAnswers(em, scope)
  const earlier = await em.findOne(idempotencyKeys, { scope })
  if (earlier && earlier.request !== request)
    throw new Fault('idempotency_mismatch', 'Validation failed.', {
      'Idempotency-Key': ['This Idempotency-Key was used with another body.'],
    })
  if (earlier) return { status: earlier.status, body: earlier.body, replayed: true }
  const answer = await work()
  em.create(idempotencyKeys, { scope, request, ...answer })
  return { ...answer, replayed: false }
}

/** Forgets the answers that are older than a day: of one scope, or all. */
export async function deleteExpiredAnswers(em: EntityManager, scope?: string): Promise<void> {
  const created_at = { $lt: new Date(Date.now() - day).toISOString() }
  await em.nativeDelete(idempotencyKeys, scope === undefined ? { created_at } : { scope, created_at })
}

function digest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url')
}
