import type { EntitySchema } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { statementOf } from '../../database/statement.ts'
import type { RecordRef } from '../../journal/history.ts'
import { phrase } from '../../language/phrase.ts'
import { Fault } from '../../record/fault.ts'
import type { Provenance } from '../../record/provenance.ts'
import { prose } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { type CatalogEntry, recordCatalog } from '../record-catalog.ts'
import { type End, recordWrites } from './record-writes.ts'
import { stillUsed } from './refusal.ts'
import { type SetRecord, setFields } from './set-fields.ts'

// The status or retraction that ends a kind is stated in src/portfolio/kinds.ts, as `withdrawnStatus`.
const noReason = 'no reason given'

/** Why records are withdrawn. */
export const WithdrawalReason = z.strictObject({ reason: nullable(prose(500)).optional() })

/** Returns whether the creation of records of a type can be withdrawn. */
export function canWithdraw(record_type: string): boolean {
  const writes = recordWrites.get(record_type)
  return writes?.end !== undefined || writes?.remove !== undefined
}

/** Returns whether a record has the status in which its kind is withdrawn. */
export function isEnded(record_type: string, record: Record<string, unknown>): boolean {
  const end = recordWrites.get(record_type)?.end
  return end !== undefined && hasEnded(end, record[end.column])
}

/**
 * Withdraws a record that `author` created by mistake, by the end of its kind: a status, a retraction or its deletion.
 * The caller has locked it.
 *
 * @throws Fault `conflict` if it has ended already, or if records of others rest on it, or any records on one to delete
 */
export async function withdraw(
  em: EntityManager,
  actor: Actor,
  { record, author }: { record: RecordRef; author: Provenance },
): Promise<SetRecord | undefined> {
  const writes = recordWrites.get(record.record_type)
  if (!writes?.end && !writes?.remove) throw new Fault('conflict', phrase('refusal.cannotWithdraw'))
  const dependents = await findDependents(em, record)
  const blocking = writes.remove
    ? dependents
    : dependents.filter(({ created_by }) => !isSameAuthor(created_by, author))
  if (blocking.length > 0) throw stillUsed(blocking)
  if (writes.end) return setFields(em, actor, record, writes.end.values(actor.reason ?? noReason))
  await writes.remove?.(em, actor, record.record_id)
  return undefined
}

/** Returns whether two records have the same author. */
export function isSameAuthor(one: Provenance, other: Provenance): boolean {
  return one.type === other.type && one.id === other.id
}

function hasEnded({ value }: End, stored: unknown): boolean {
  return value === null ? stored !== null : stored === value
}

/** A record that rests on another one, with the author who created it. */
type Dependent = RecordRef & { created_by: Provenance }

/**
 * Returns the records that reference a record or have it as evidence, oldest first. A record that is deleted, retracted
 * or ended rests on nothing.
 */
async function findDependents(em: EntityManager, record: RecordRef): Promise<Dependent[]> {
  const selects = [...recordWrites.keys()].flatMap((type) => selectsOf(type, record))
  if (selects.length === 0) return []
  // Prepared for each type of record: to plan it takes longer than to run it.
  const query = sql<Dependent>`${sql.join(selects, sql` union `)} order by record_type, record_id`
  return readInTransaction(em)(statementOf(query))
}

/** Returns how many records of each type reference a record or have it as evidence. */
export async function countDependents(
  em: EntityManager,
  record: RecordRef,
): Promise<{ record_type: string; count: number }[]> {
  const selects = [...recordWrites.keys()].flatMap((type) => selectsOf(type, record))
  if (selects.length === 0) return []
  const { rows } = await sql<{ record_type: string; count: string }>`select record_type, count(*)
    from (${sql.join(selects, sql` union `)}) as dependent group by record_type order by record_type`.execute(
    em.getKysely(),
  )
  return rows.map(({ record_type, count }) => ({ record_type, count: Number(count) }))
}

// The statements that select the records of one type, one for each of its references to such records.
function selectsOf(type: string, { record_type, record_id }: RecordRef): RawBuilder<Dependent>[] {
  const kind = recordCatalog.get(type) as CatalogEntry
  // The properties of a reference are named like their columns.
  const conditions = Object.entries(kind.entity.meta.properties)
    .filter(
      ([, { kind: relation, entity }]) =>
        relation === 'm:1' && (entity() as EntitySchema).meta.className === record_type,
    )
    .map(([column]) => sql`${sql.ref(column)} = ${record_id}`)
  if ('evidence' in kind.entity.meta.properties)
    conditions.push(sql`id in (select evidence.record_id from evidence where evidence.record_type = ${sql.lit(type)}
      and evidence.type = ${record_type} and evidence.evidence_id = ${record_id})`)
  return conditions.map(
    (condition) => sql<Dependent>`select ${sql.lit(type)} as record_type, id as record_id, created_by
      from ${sql.table(kind.table)} where ${condition} ${isLive(type, kind)}`,
  )
}

function isLive(type: string, { softDeleted }: CatalogEntry): RawBuilder<unknown> {
  const end = recordWrites.get(type)?.end
  if (softDeleted) return sql`and deleted_at is null`
  if (!end) return sql``
  const column = sql.ref(end.column)
  return end.value === null ? sql`and ${column} is null` : sql`and ${column} is distinct from ${end.value}`
}
