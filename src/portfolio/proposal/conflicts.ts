import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement, statementOf } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { type KindName, kinds } from '../kinds.ts'
import { isPending } from '../urgency.ts'
import type { StoredProposal, Target } from './proposal.ts'

/** A field that others changed after it was proposed: its value then, the proposed one, and the value now. */
export type FieldConflict = { field: string; base: unknown; proposed: unknown; now: unknown }

/** The columns of records as they are now, by the key of `presentKey`. */
export type PresentRows = ReadonlyMap<string, Record<string, unknown>>

/** Returns the key of a record among the present rows. */
export function presentKey({ kind, id }: Pick<Target, 'kind' | 'id'>): string {
  return `${kind}:${id}`
}

/** Returns the rows of the records that proposals would change, by one statement for each kind. */
export async function readPresentRows(
  read: Read,
  targets: readonly Target[],
  { lock }: { lock: boolean },
): Promise<PresentRows> {
  const rows = new Map<string, Record<string, unknown>>()
  const ofKinds = Map.groupBy(targets, ({ kind }) => kind)
  for (const [kind, ofKind] of ofKinds) {
    const ids = [...new Set(ofKind.flatMap(({ id }) => id ?? []))]
    for (const row of ids.length > 0 ? await readRows(read, kind, ids, lock) : [])
      rows.set(presentKey({ kind, id: row.id as number }), row)
  }
  return rows
}

// Locked in the order of their ids, so that two approvals of the same records do not deadlock.
async function readRows(read: Read, kind: KindName, ids: number[], lock: boolean) {
  const query = sql<{ row: Record<string, unknown> }>`
    select to_jsonb(record) as row from ${sql.table(kinds[kind].table)} as record where id = any(${ids})
    order by id ${lock ? sql`for update` : sql``}`
  const found = await read(statementOf(query))
  return found.map(({ row }) => row)
}

const presentRow = sql`case target.item ->> 'kind' ${sql.join(
  Object.entries(kinds).map(
    ([kind, { table }]) =>
      sql`when ${sql.lit(kind)} then (select to_jsonb(present) from ${sql.table(table)} as present
        where id = (target.item ->> 'id')::bigint)`,
  ),
  sql` `,
)} end`

// A field that the server derives, such as `resolved_at`, follows from those that were sent. A later operation of a batch
// begins with the value that an earlier one gives the field.
const compared = sql`
  select distinct on (target.item ->> 'kind', target.item ->> 'id', change.field) target.position, change.field,
    coalesce(change.value -> 'from', 'null') as base, coalesce(change.value -> 'to', 'null') as proposed,
    coalesce(stored.row -> change.field, 'null') as now
  from jsonb_array_elements(record.targets) with ordinality as target (item, position)
    cross join lateral (select ${presentRow} as row) as stored
    cross join lateral (select case when record.action = 'batch'
      then record.body #> array['operations', (target.position - 1)::text, 'body'] else record.body end as body) as sent
    cross join lateral (
      select * from jsonb_each(target.item -> 'changes')
      union all select key, jsonb_build_object('from', value, 'to', value)
      from jsonb_each(coalesce(target.item -> 'unchanged', '{}'))
    ) as change (field, value)
  where target.item ->> 'id' is not null and jsonb_exists_any(sent.body, array[change.field,
    regexp_replace(change.field, '_id$', '_slug'), regexp_replace(change.field, '_slug$', '_id')])
  order by target.item ->> 'kind', target.item ->> 'id', change.field, target.position`

/** How many fields of a waiting proposal others have changed since, as SQL. */
export const conflictCount = sql<number>`case when ${isPending}
  then (select count(*)::int from (${compared}) as field where base <> now) else 0 end`

/**
 * The fields that a waiting proposal would change and whose values are no longer what they were, as SQL. Those of a batch
 * have the names of its errors, such as `operations.2.title`.
 */
export const fieldConflicts = sql<FieldConflict[]>`case when ${isPending} then coalesce((
    select jsonb_agg(jsonb_build_object(
      'field', case when record.action = 'batch' then format('operations.%s.%s', position - 1, field) else field end,
      'base', base, 'proposed', proposed, 'now', now) order by position, field)
    from (${compared}) as field where base <> now), '[]') else '[]' end`

const selectConflicts = statement('proposals.conflicts', { id: 1 }, () =>
  db
    .selectFrom('proposals as record')
    .where('record.id', '=', param<number>('id'))
    .select(fieldConflicts.as('conflicts')),
)

/** Locks the records that a waiting proposal would change, and returns its conflicts. */
export async function lockConflicts(
  read: Read,
  { id, targets }: Pick<StoredProposal, 'id' | 'targets'>,
): Promise<FieldConflict[]> {
  await readPresentRows(read, targets, { lock: true })
  const [found] = await read(selectConflicts({ id }))
  return found?.conflicts ?? []
}
