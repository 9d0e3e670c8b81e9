import { createHash } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { tryLock } from '../database/lock.ts'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { Fault, invalid } from '../record/fault.ts'
import { columns, field } from '../record/field.ts'
import { dayMs } from '../record/rules/day.ts'
import { timeSlice } from '../record/time-slice.ts'

const retentionMs = dayMs
const maxResponseBytes = 1024 * 1024
const maxMembersPerPart = 100
// Characters of JSON to hash at once.
const hashedLength = 10_000

const fields = {
  // The digest of credential, method, path and key.
  scope: field(z.string(), p.text().primary()),
  // The digest of the body.
  request: field(z.string(), p.text()),
  status: field(z.int(), p.integer()),
  body: field(z.unknown(), p.json<unknown>()),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()').index('idempotency_keys_created')),
}

/** Responses that are returned again to a repeated request, for 24 hours. */
export const idempotencyKeys = defineEntity({
  name: 'idempotency_key',
  tableName: 'idempotency_keys',
  properties: columns(fields),
})

/** A request with an Idempotency-Key: the digest of its scope and the digest of its body. */
export type IdempotentRequest = { scope: string; request: string }
/** The response to a request with an Idempotency-Key. */
export type StoredResponse = { status: number; body: unknown }

/** Returns the digests of a request. `origin` is its credential, method and path. */
export async function idempotentRequest(
  origin: string[],
  key: string,
  body: unknown,
): Promise<IdempotentRequest> {
  return { scope: await digest([...origin, key]), request: await digest(body) }
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
  em.create(idempotencyKeys, { scope, request, ...response })
  return { ...response, replayed: false }
}

/** Deletes the stored responses that are older than 24 hours, of one scope or of all. */
export async function deleteExpiredResponses(em: EntityManager, scope?: string): Promise<void> {
  const created_at = { $lt: new Date(Date.now() - retentionMs).toISOString() }
  await em.nativeDelete(idempotencyKeys, scope === undefined ? { created_at } : { scope, created_at })
}

async function digest(value: unknown): Promise<string> {
  const hash = createHash('sha256')
  const pause = timeSlice()
  let json = ''
  for (const part of jsonParts(value)) {
    json += part
    if (json.length < hashedLength) continue
    hash.update(json)
    json = ''
    await pause()
  }
  return hash.update(json).digest('base64url')
}

// Yields the JSON of a value in parts, since JSON.stringify takes 200 ms for some values of 4 MB.
function* jsonParts(value: unknown): Generator<string> {
  if (isScalar(value)) return yield JSON.stringify(value ?? null)
  if (Array.isArray(value)) {
    if (value.length <= maxMembersPerPart && value.every(isScalar)) return yield JSON.stringify(value)
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ','
      yield* jsonParts(item)
    }
    return yield ']'
  }
  const members = value as Record<string, unknown>
  const names = Object.keys(members)
  if (names.length <= maxMembersPerPart && names.every((name) => isScalar(members[name])))
    return yield JSON.stringify(value)
  for (const [index, name] of names.entries()) {
    yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
    yield* jsonParts(members[name])
  }
  yield '}'
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}
