import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { lock } from '../../database/lock.ts'
import { readInTransaction, readRow } from '../../database/read.ts'
import { statementOf } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import type { Changes } from '../../journal/history.ts'
import { addHistory } from '../../journal/save.ts'
import type { Saved, Verdict } from '../../journal/verdict.ts'
import { Fault } from '../../record/fault.ts'
import { dayMs } from '../../record/rules/day.ts'
import { type KindName, kinds } from '../kinds.ts'
import { namesRecord } from '../operation.ts'
import { operations } from '../operations.ts'
import { products } from '../product/product.ts'
import { markExpired } from './expire.ts'
import type { OperationRequest } from './operation.ts'
import { proposals, type StoredProposal, type Target } from './proposal.ts'

/** The most proposals of one credential that wait at a time, and the size of their bodies. */
const maxPending = 200
const maxPendingBytes = 8 * 1024 * 1024

/** A record that the write saved before it was rolled back. */
export type Proposed = { kind: KindName; id: number }

/** What waits for a person: the request, what its write saved before it was rolled back, and what it would answer. */
export type HeldWrite = {
  request: OperationRequest
  verdict: Pick<Verdict, 'rules' | 'saved'>
  records: Proposed[]
  preview: Record<string, unknown>
}

/**
 * Stores a write as a proposal. The same write of the same credential is stored once while it waits.
 *
 * @throws Fault `too_many_proposals` if 200 of the credential wait already, or if their bodies would exceed 8 MiB
 */
export async function propose(
  em: EntityManager,
  actor: Actor,
  { request, verdict, records, preview }: HeldWrite,
  days: number,
): Promise<{ proposal: StoredProposal; repeated: boolean }> {
  const { credential } = actor
  await lock(em, `proposals:${credential}`)
  await markExpired(em, credential)
  const digest = digestOf(request)
  const same = await em.findOne(proposals, { credential, digest, status: 'pending' })
  if (same) return { proposal: same, repeated: true }
  await requireRoom(em, credential, request.body)
  const { operation, method, path, key, body } = request
  const targets = []
  for (const [index, part] of operationSaves(records, verdict.saved).entries())
    targets.push(await targetOf(em, part, verdict.saved, bodyOf(request, index)))
  const proposal = em.create(proposals, {
    credential,
    title: operation === 'batch' ? `Batch of ${targets.length}` : (targets[0]?.target.title ?? ''),
    operation,
    method,
    path,
    kind: operation === 'batch' ? null : operations[operation].kind,
    action: operation === 'batch' ? 'batch' : namesRecord(operations[operation]) ? 'change' : 'create',
    key,
    body,
    digest,
    targets: targets.map(({ target }) => target),
    preview,
    product_id: targets[0]?.product_id ?? null,
    reason: actor.reason ?? null,
    rules: verdict.rules,
    expires_at: new Date(Date.now() + days * dayMs).toISOString(),
    created_by: actor.by,
    updated_by: actor.by,
  })
  await em.flush()
  addHistory(em, actor, proposal, 'proposed', {})
  return { proposal, repeated: false }
}

async function requireRoom(em: EntityManager, credential: string, body: Values): Promise<void> {
  const query = db
    .selectFrom('proposals')
    .where('credential', '=', credential)
    .where('status', '=', 'pending')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(octet_length(body::text)), 0)::int`.as('bytes'),
    ])
  const { count, bytes } = await readRow(readInTransaction(em), statementOf(query))
  const advice = 'Tell your user, and withdraw those that are no longer needed.'
  if (count >= maxPending)
    throw new Fault('too_many_proposals', `${maxPending} of your proposals wait for a person. ${advice}`)
  if (bytes + Buffer.byteLength(JSON.stringify(body)) > maxPendingBytes)
    throw new Fault(
      'too_many_proposals',
      `With this one the bodies of your proposals that wait for a person would exceed 8 MiB. ${advice}`,
    )
}

function digestOf({ operation, path, body }: OperationRequest): string {
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
  const product_id = kind === 'product' ? (isNew ? null : id) : values.product_id
  return {
    target: {
      kind,
      id: isNew ? null : id,
      title: String((isNew ? proposed : stored)[title]),
      changes: own?.changes ?? {},
      unchanged: unchangedOf(stored, body, own?.changes ?? {}),
      beside: await Promise.all(part.beside.map((save) => writtenBeside(em, save))),
    } satisfies Target,
    product_id: await storedProductId(em, product_id as number | null | undefined),
  }
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
