import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { lock } from '../../database/lock.ts'
import { readInTransaction } from '../../database/read.ts'
import { statementOf } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import type { Changes } from '../../journal/history.ts'
import { addHistory } from '../../journal/save.ts'
import type { Saved, Verdict } from '../../journal/verdict.ts'
import { Phrase, phrase } from '../../language/phrase.ts'
import { type StoredMessage, storedMessage } from '../../language/stored-phrase.ts'
import { dayMs } from '../../record/rules/day.ts'
import type { UnstoredRecords } from '../batch/unstored.ts'
import { type KindName, kinds } from '../kinds.ts'
import { namesRecord } from '../operation.ts'
import { operations } from '../operations.ts'
import { products } from '../product/product.ts'
import { markExpired } from './expire.ts'
import { keepClaims } from './keep-claims.ts'
import { requireRoom } from './limit.ts'
import type { OperationRequest } from './operation.ts'
import { proposals, type StoredProposal, type Target } from './proposal.ts'

/** A record that the write saved before it was rolled back. */
export type Proposed = { kind: KindName; id: number }

/** What waits for a person: the request, what its write saved before it was rolled back, and what it would answer. */
export type HeldWrite = {
  request: OperationRequest
  verdict: Pick<Verdict, 'rules' | 'saved'>
  records: Proposed[]
  /** Of a batch. */
  unstored?: UnstoredRecords | undefined
  preview: Record<string, unknown>
}

/** A proposal of the same write that was rejected, or has the status `changes_wanted`. */
export type Earlier = Pick<StoredProposal, 'id' | 'status' | 'decision_note'>

/**
 * Stores a write as a proposal. The same write of the same credential is stored once while it waits. Also returns the last
 * one that a person did not approve.
 *
 * @throws Fault `too_many_proposals` if 200 of the credential wait already, or if their bodies would exceed 8 MiB
 */
export async function propose(
  em: EntityManager,
  actor: Actor,
  held: HeldWrite,
  days: number,
): Promise<{ proposal: StoredProposal; repeated: boolean; earlier: Earlier | null }> {
  const { credential } = actor
  const { request } = held
  await lock(em, `proposals:${credential}`)
  await markExpired(em, credential)
  const digest = digestOf(request)
  const earlier = await findEarlier(em, credential, digest)
  const same = await em.findOne(proposals, { credential, digest, status: 'pending' })
  if (same) {
    await keepClaims(em, same)
    return { proposal: same, repeated: true, earlier }
  }
  await requireRoom(em, credential, request.body)
  const { operation, method, path, key } = request
  const proposal = em.create(proposals, {
    credential,
    operation,
    method,
    path,
    kind: operation === 'batch' ? null : operations[operation].kind,
    action: operation === 'batch' ? 'batch' : namesRecord(operations[operation]) ? 'change' : 'create',
    key,
    ...(await contentOf(em, held, days)),
    reason: actor.reason ?? null,
    created_by: actor.by,
    updated_by: actor.by,
  })
  await em.flush()
  await keepClaims(em, proposal)
  addHistory(em, actor, proposal, 'proposed', {})
  return { proposal, repeated: false, earlier }
}

async function findEarlier(em: EntityManager, credential: string, digest: string): Promise<Earlier | null> {
  const query = db
    .selectFrom('proposals')
    .where('credential', '=', credential)
    .where('digest', '=', digest)
    .where('status', 'in', ['changes_wanted', 'rejected'])
    .select(['id', 'status', 'decision_note'])
    .orderBy('id', 'desc')
    .limit(1)
  const [earlier] = await readInTransaction(em)(statementOf(query))
  return earlier ?? null
}

/** Returns what a proposal stores of a held write. */
export async function contentOf(
  em: EntityManager,
  { request, verdict, records, unstored, preview }: HeldWrite,
  days: number,
) {
  const targets = []
  for (const [index, part] of operationSaves(records, verdict.saved).entries())
    targets.push(await targetOf(em, part, verdict.saved, bodyOf(request, index)))
  return {
    title:
      request.operation === 'batch'
        ? String(phrase('proposal.batch', { count: targets.length }))
        : (targets[0]?.target.title ?? ''),
    body: request.body,
    digest: digestOf(request),
    targets: targets.map(({ target }) => unstored?.replaceIds(target) ?? target),
    preview,
    phrases: phrasesIn(preview),
    product_id: targets[0]?.product_id ?? null,
    places: [...new Set(targets.flatMap(({ place }) => place ?? []))],
    rules: verdict.rules,
    expires_at: new Date(Date.now() + days * dayMs).toISOString(),
  }
}

// Programs get the messages of a preview in English.
function phrasesIn(value: unknown): Record<string, StoredMessage> {
  if (value instanceof Phrase) return { [String(value)]: storedMessage(value) }
  if (typeof value !== 'object' || value === null) return {}
  return Object.assign({}, ...Object.values(value).map(phrasesIn))
}

/** Returns the digest by which the same write of a credential is found while it waits. */
export function digestOf({ operation, path, body }: OperationRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([operation, path, body]))
    .digest('base64url')
}

type Values = Record<string, unknown>

function bodyOf({ operation, body }: OperationRequest, index: number): Values {
  if (operation !== 'batch') return body
  const { operations = [] } = body as { operations?: { body?: Values }[] }
  return operations[index]?.body ?? {}
}

// Compared when a person decides: by then others may have changed them, and the write would set them back.
function unchangedOf(stored: Values, body: Values, changes: Changes): Values {
  const isSent = (name: string) => [name, name.replace(/_id$/, '_slug')].some((sent) => sent in body)
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !(name in changes) && isSent(name)))
}

type OperationSaves = Proposed & { own: Saved | undefined; beside: Saved[] }

// A batch may write a record several times. Each of its saves belongs to one operation, in their order, and what an
// operation saves of other records follows.
function operationSaves(records: Proposed[], saved: Saved[]): OperationSaves[] {
  const left = new Set(saved)
  const parts = records.map((record): OperationSaves => {
    const own = [...left].find(isOf(record))
    if (own) left.delete(own)
    return { ...record, own, beside: [] }
  })
  let current = parts[0]
  for (const save of saved) {
    current = parts.find(({ own }) => own === save) ?? current
    if (left.has(save)) current?.beside.push(save)
  }
  return parts
}

function isOf({ kind, id }: Proposed) {
  return ({ record_type, record_id }: Saved) => record_type === kind && record_id === id
}

async function targetOf(em: EntityManager, part: OperationSaves, saved: Saved[], body: Values) {
  const { kind, id, own } = part
  const ofRecord = saved.filter(isOf(part))
  const isNew = ofRecord.some((save) => save.isNew)
  const proposed = Object.fromEntries(
    ofRecord.flatMap(({ changes }) => Object.entries(changes).map(([name, { to }]) => [name, to])),
  )
  const stored = isNew ? {} : await readValues(em, kind, id)
  const values: Values = { ...stored, ...proposed }
  const { title } = kinds[kind]
  const named = kind === 'product' ? (isNew ? null : id) : values.product_id
  const product_id = await storedProductId(em, named as number | null | undefined)
  return {
    target: {
      kind,
      id: isNew ? null : id,
      title: String((isNew ? proposed : stored)[title]),
      changes: own?.changes ?? {},
      unchanged: unchangedOf(stored, body, own?.changes ?? {}),
      beside: await Promise.all(part.beside.map((save) => writtenBeside(em, save))),
    } satisfies Target,
    product_id,
    place: placeOf(kind, product_id, values.direction_id as number | null | undefined),
  }
}

// Which place a record belongs to. A rule is about all of its scope.
function placeOf(
  kind: KindName,
  product_id: number | null,
  direction_id: number | null | undefined,
): string | undefined {
  if (product_id !== null) return `product:${product_id}`
  if (kind === 'canon_rule') return direction_id == null ? 'rules' : `rules of direction:${direction_id}`
  return direction_id == null ? undefined : `direction:${direction_id}`
}

async function writtenBeside(em: EntityManager, { record_type, record_id, isNew, changes }: Saved) {
  const kind = record_type as KindName
  const { title } = kinds[kind]
  const named = isNew ? changes[title]?.to : (await readValues(em, kind, record_id))[title]
  return { kind, id: isNew ? null : record_id, title: String(named), changes }
}

async function readValues(em: EntityManager, kind: KindName, id: number): Promise<Record<string, unknown>> {
  const query = sql<{ values: Record<string, unknown> }>`
    select to_jsonb(record) as values from ${sql.table(kinds[kind].table)} as record where id = ${id}`
  const [row] = await readInTransaction(em)(statementOf(query))
  return row?.values ?? {}
}

// A product that only the proposal would create has no row.
async function storedProductId(em: EntityManager, id: number | null | undefined): Promise<number | null> {
  if (id == null) return null
  return (await em.count(products, { id })) > 0 ? id : null
}
