import { createHash, randomUUID } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import { tryLock } from '../database/lock.ts'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import type { EntityManager, MikroORM } from '../database/transaction.ts'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { Fault, invalid } from '../record/fault.ts'
import { columns, field } from '../record/field.ts'
import { dayMs } from '../record/rules/day.ts'

const retentionMs = dayMs
const maxResponseBytes = 1024 * 1024

const fields = {
  // The digest of credential, method, path and key.
  scope: field(z.string(), p.text().primary()),
  // The digest of the body.
  request: field(z.string(), p.text()),
  status: field(z.int(), p.integer()),
  body: field(z.unknown(), p.json<unknown>()),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()').index('idempotency_keys_created')),
}

/** Responses that are returned again to a repeated request or form, for 24 hours. */
export const idempotencyKeys = defineEntity({
  name: 'idempotency_key',
  tableName: 'idempotency_keys',
  properties: columns(fields),
})

/** A request with an Idempotency-Key: the digest of its scope and the digest of its body. */
export type IdempotentRequest = { scope: string; request: string }
/** The response to a request with an Idempotency-Key. */
export type StoredResponse = { status: number; body: unknown }

declare module '../database/tables.ts' {
  interface Tables {
    idempotency_keys: StoredResponse & { scope: string; created_at: string }
  }
}

/** Returns the digests of a request. `origin` is its credential, method and path. */
export function idempotentRequest(origin: string[], key: string, body: unknown): IdempotentRequest {
  return { scope: digest([...origin, key]), request: digest(body) }
}

/**
 * Runs `handler` once per Idempotency-Key: a repeated request gets the response of the first one. The
 * response is stored in the transaction of the handler, so neither is committed without the other.
 *
 * @throws Fault `idempotency_in_progress` if the first request is still running; `idempotency_mismatch` if
 * the key was used with a different body; `validation_failed` if the response is too large to be stored, which
 * rolls the transaction back
 */
export async function runIdempotent(
  em: EntityManager,
  { scope, request }: IdempotentRequest,
  handler: () => Promise<StoredResponse>,
): Promise<StoredResponse & { replayed: boolean }> {
  if (!(await tryLock(em, `idempotency:${scope}`)))
    throw new Fault(
      'idempotency_in_progress',
      'The first request with this Idempotency-Key is still running. Retry in one second.',
    )
  await deleteExpiredResponses(em, scope)
  const stored = await em.findOne(idempotencyKeys, { scope })
  if (stored && stored.request !== request)
    throw new Fault('idempotency_mismatch', 'Validation failed.', {
      'Idempotency-Key': ['This Idempotency-Key was already used with a different body. Use a new key.'],
    })
  if (stored) return { status: stored.status, body: stored.body, replayed: true }
  const response = await handler()
  if (Buffer.byteLength(JSON.stringify(response.body ?? null)) > maxResponseBytes)
    throw invalid({
      'Idempotency-Key':
        'The answer is over 1 MiB, too large to be stored for a repeat. Send less data, or omit the header.',
    })
  const { status, body } = response
  em.create(idempotencyKeys, { scope, request, status, body })
  return { ...response, replayed: false }
}

/** Deletes the stored responses that are older than 24 hours, of one scope or of all. */
export async function deleteExpiredResponses(em: EntityManager, scope?: string): Promise<void> {
  const created_at = { $lt: new Date(Date.now() - retentionMs).toISOString() }
  await em.nativeDelete(idempotencyKeys, scope === undefined ? { created_at } : { scope, created_at })
}

/** Returns the digest of a value that JSON can represent. */
function digest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url')
}

/** A form that was sent: the digest of who sent it and of all that it contains, and the request that sent it. */
export type SentForm = { scope: string; request: string }

/** Identifies a form by its origin, which is the person and the address, the id of the form, and its fields. */
export function sentForm(origin: string[], id: string, fields: unknown): SentForm {
  return { scope: digest(['form', ...origin, id, fields]), request: randomUUID() }
}

/**
 * Marks a form as stored in the transaction of its write. Waits for a transaction that stores the same form. Returns
 * false if another request has stored it.
 */
export async function claimForm(em: EntityManager, { scope, request }: SentForm): Promise<boolean> {
  const { rows } = await sql<{ request: string }>`
    with claimed as (
      insert into idempotency_keys (scope, request, status, body) values (${scope}, ${request}, 0, 'null')
      on conflict do nothing returning request
    )
    select request from claimed union all select request from idempotency_keys where scope = ${scope}`.execute(
    em.getKysely(),
  )
  return rows[0]?.request === request
}

/** Stores the answer to a form, unless another request has stored the form. */
export async function storeFormAnswer(
  orm: MikroORM,
  { scope, request }: SentForm,
  answer: StoredResponse,
): Promise<void> {
  await orm.em.fork().nativeUpdate(idempotencyKeys, { scope, request }, answer)
}

const selectAnswer = statement('sent_form.answer', { scope: 'form:1' }, () =>
  db
    .selectFrom('idempotency_keys')
    .where('scope', '=', param<string>('scope'))
    .select(['status', 'body', sql<number>`extract(epoch from now() - created_at)::int`.as('age')]),
)

/** Returns the answer to a form that was stored. Without a body, the first request is not answered yet. */
export async function readFormAnswer(read: Read, { scope }: SentForm) {
  const [answer] = await read(selectAnswer({ scope }))
  return answer
}
