import type { EntitySchema } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import type { RecordRef } from '../../journal/history.ts'
import type { Provenance } from '../../record/provenance.ts'
import { type CatalogEntry, recordCatalog } from '../record-catalog.ts'
import { recordWrites } from './record-writes.ts'

/** A record that rests on another one, with the author who created it. */
export type Dependent = RecordRef & { created_by: Provenance }

/**
 * Returns the records that reference a record or have it as evidence, oldest first. A record that is deleted, retracted
 * or ended rests on nothing.
 */
export async function findDependents(em: EntityManager, record: RecordRef): Promise<Dependent[]> {
  const selects = [...recordWrites.keys()].flatMap((type) => selectsOf(type, record))
  if (selects.length === 0) return []
  const { rows } =
    await sql<Dependent>`${sql.join(selects, sql` union `)} order by record_type, record_id`.execute(
      em.getKysely(),
    )
  return rows.map((row) => ({ ...row, record_id: Number(row.record_id) }))
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
