import type { EntityMetadata } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { requireWriter } from '../access/policy.ts'
import { lock } from '../database/lock.ts'
import { readInTransaction, readRow } from '../database/read.ts'
import { serverFields } from '../record/base-fields.ts'
import { timestampText } from '../record/column.ts'
import { concurrentChange } from '../record/fault.ts'
import type { Changes } from './history.ts'
import { entryOf } from './save.ts'

/** Rows to insert, or to store in the place of the rows with the same key. No two of them have the same key. */
export type Upsert = {
  /** The name of the entity, as history has it. */
  recordType: string
  /** The SQL condition that a row `stored` has the key of a row `given`. */
  match: string
  rows: object[]
  /** The columns that replace those of a stored row. The others keep their values. */
  columns: string[]
  /** How many changes are returned at most. */
  maxChanges: number
}

/** The fields that differ between a stored row and the given one, whose index is among `rows`. */
type RowChange = { index: number; changes: Changes }

/** The number of rows by what happened to them, and the first changes. */
export type UpsertCounts = { created: number; changed: number; unchanged: number; changes: RowChange[] }

/** How many rows were already stored, and how many one statement created and changed. */
type AttemptCounts = { stored: number; created: number; changed: number; changes: RowChange[] }

const maxAttempts = 3

/** Returns what `upsertRows` would do. */
export async function countUpsert(
  em: EntityManager,
  { recordType, match, rows, columns, maxChanges }: Upsert,
): Promise<UpsertCounts> {
  const metadata = em.getMetadata().getByClassName(recordType)
  const text = `with ${storedRows(metadata, match, '')}, ${differing(metadata)}
    select (select count(*) from before) as stored, (select count(*) from differing) as changed,
      ${firstChanges('$3')} as changes`
  const values = [JSON.stringify(rows), columns, maxChanges]
  const counts = await readRow<Omit<AttemptCounts, 'created'>>(readInTransaction(em), { text, values })
  const { stored, changed, changes } = counts
  return { created: rows.length - stored, changed, unchanged: stored - changed, changes }
}

/**
 * Stores rows and their history in one statement. An unchanged row is not written and gets no history. A row with the
 * same key that another transaction commits at the same time is changed. Upserts of one kind wait for each other, because
 * they lock their rows in any order.
 */
export async function upsertRows(
  em: EntityManager,
  actor: Actor,
  { recordType, match, rows, columns, maxChanges }: Upsert,
): Promise<UpsertCounts> {
  requireWriter(actor)
  const values = [
    JSON.stringify(rows),
    columns,
    JSON.stringify(actor.by),
    JSON.stringify(entryOf(actor, 'created')),
    maxChanges,
  ]
  const text = upsertText(em.getMetadata().getByClassName(recordType), match)
  await lock(em, `${recordType}.upsert`)
  let [created, changed] = [0, 0]
  const changes: RowChange[] = []
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const counts = await readRow<AttemptCounts>(readInTransaction(em), { text, values })
    created += counts.created
    changed += counts.changed
    changes.push(...counts.changes)
    if (counts.stored + counts.created === rows.length)
      return { created, changed, unchanged: rows.length - created - changed, changes }
  }
  throw concurrentChange()
}

function upsertText(metadata: EntityMetadata, match: string): string {
  const { tableName, className } = metadata
  const names = settable(metadata).map(({ name }) => `"${name}"`)
  const values = settable(metadata).map(({ name, defaultRaw }) =>
    defaultRaw ? `coalesce("${name}", ${defaultRaw})` : `"${name}"`,
  )
  const updates = settable(metadata).map(({ name }) => `"${name}" = before."new_${name}"`)
  const creations = changedFieldsOf(metadata, 'created').map(({ name, json }) => `('${name}', ${json})`)
  return `with ${storedRows(metadata, match, 'for update of stored')}, ${differing(metadata)}, created as (
      insert into "${tableName}" (${names.join(', ')}, created_by, updated_by)
      select ${values.join(', ')}, $3::jsonb, $3::jsonb from given
      where not exists (select from "${tableName}" as stored where ${match})
      on conflict do nothing returning *
    ), changed as (
      update "${tableName}" as stored set ${updates.join(', ')}, updated_at = now(), updated_by = $3::jsonb
      from before join differing using (id) where stored.id = before.id returning differing.*
    ), journaled as (
      insert into history (record_type, record_id, event, changes, actor, token, surface, request_id)
      select '${className}', change.id, change.event, change.changes, entry.actor, entry.token, entry.surface, entry.request_id
      from (
        select created.id, 'created' as event, (
          select coalesce(jsonb_object_agg(name, jsonb_build_object('from', null, 'to', value)), '{}')
          from (values ${creations.join(', ')}) as field (name, value) where value is not null
        ) as changes from created
        union all
        select id, case when of_status then 'status_changed' else 'updated' end, changes from changed
      ) as change, jsonb_populate_record(null::history, $4::jsonb) as entry
    )
    select (select count(*) from before) as stored, (select count(*) from created) as created,
      (select count(*) from changed) as changed, ${firstChanges('$5')} as changes`
}

// The stored rows with the keys of the given ones, each with its new values beside the current ones.
function storedRows(metadata: EntityMetadata, match: string, lock: string): string {
  const { tableName } = metadata
  const replaced = settable(metadata).map(
    ({ name }) =>
      `case when '${name}' = any($2::text[]) then given."${name}" else stored."${name}" end as "new_${name}"`,
  )
  return `given as materialized (
      select * from jsonb_populate_recordset(null::"${tableName}", $1::jsonb) with ordinality
    ), before as materialized (
      select stored.*, given.ordinality, ${replaced.join(', ')} from given join "${tableName}" as stored on ${match} ${lock}
    )`
}

// The stored rows that differ in a field that history shows, each with those fields.
function differing(metadata: EntityMetadata): string {
  const fields = changedFieldsOf(metadata, 'before').map(
    ({ name, json }) => `('${name}', ${json}, ${json.replace(`"${name}"`, `"new_${name}"`)})`,
  )
  const names = settable(metadata).filter(({ hidden }) => !hidden)
  const row = (prefix: string) => names.map(({ name }) => `before."${prefix}${name}"`).join(', ')
  return `differing as materialized (
      select before.id, before.ordinality, difference.* from before, lateral (
        select jsonb_object_agg(name, jsonb_build_object('from', old, 'to', new)) as changes,
          bool_or(name ~ '(^|_)status$') as of_status
        from (values ${fields.join(', ')}) as field (name, old, new) where old is distinct from new
      ) as difference
      where (${row('')}) is distinct from (${row('new_')})
    )`
}

function firstChanges(limit: string): string {
  return `(select coalesce(json_agg(json_build_object('index', ordinality - 1, 'changes', changes) order by ordinality), '[]')
    from (select * from differing order by ordinality limit ${limit}) as first)`
}

function settable({ props }: EntityMetadata) {
  return props.filter(({ name, generated }) => !generated && !(name in serverFields))
}

// The columns that history shows, each with the SQL of its value in a row of `alias` as JSON.
function changedFieldsOf({ props }: EntityMetadata, alias: string): { name: string; json: string }[] {
  return props
    .filter(({ name, hidden }) => !hidden && !(name in serverFields))
    .map(({ name, columnTypes }) => ({ name, json: jsonOf(`${alias}."${name}"`, columnTypes[0]) }))
}

// A timestamp in history has the same format as everywhere: RFC 3339 in UTC with milliseconds.
function jsonOf(column: string, type = ''): string {
  if (!type.startsWith('timestamptz')) return `to_jsonb(${column})`
  return `to_jsonb(${timestampText(column)})`
}
