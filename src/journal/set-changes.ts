import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { ActivityEntry } from './activity.ts'
import type { RecordRef } from './history.ts'

type OfSets = { sets: number[] }

/** A record in the place of one of its changes in sets: its creation, otherwise the newest of them. */
export type RecordOfSet = RecordRef & { set_id: number }

/** Returns the records that the changes of sets are about, newest first. */
export async function listSetRecords(read: Read, sets: number[]): Promise<RecordOfSet[]> {
  return read(selectRecords({ sets }))
}

/** Returns the changes of records that are in sets, newest first. */
export async function listSetChanges(
  read: Read,
  sets: number[],
  records: readonly RecordRef[],
): Promise<ActivityEntry[]> {
  const [types, ids] = [records.map(({ record_type }) => record_type), records.map((ref) => ref.record_id)]
  return read(selectChanges({ sets, types, ids }))
}

const selectRecords = statement(
  'change_sets.records',
  { sets: [7] },
  (_: OfSets) =>
    sql<RecordOfSet>`select record_type, record_id, set_id from (
      select distinct on (record_type, record_id) record_type, record_id, set_id, id
      from history where set_id = any(${param('sets')}::bigint[])
      order by record_type, record_id, event = 'created' desc, id desc
    ) as record order by id desc`,
)

const entryColumns = sql.join(Object.keys(ActivityEntry.shape).map((name) => sql.ref(`entry.${name}`)))

// By the index of each record, because a set may have many others.
const selectChanges = statement(
  'change_sets.changes',
  { sets: [7], types: ['app'], ids: [1] },
  (_: OfSets & { types: string[]; ids: number[] }) =>
    sql<ActivityEntry>`select ${entryColumns}
      from unnest(${param('types')}::text[], ${param('ids')}::bigint[]) as record (type, id) cross join lateral (
        select * from history where record_type = record.type and record_id = record.id
          and set_id = any(${param('sets')}::bigint[])
        order by history.id desc
      ) as entry
      order by entry.id desc`,
)

/** Returns the changes of records of one type after the one with an id that are in none of the sets, newest first. */
export function listChangesOutside(
  read: Read,
  outside: { record_type: string; ids: number[]; after: number; sets: number[] },
): Promise<ActivityEntry[]> {
  return read(selectOutside(outside))
}

const selectOutside = statement(
  'change_sets.outside',
  { record_type: 'app', ids: [1], after: 7, sets: [7] },
  (_: Parameters<typeof listChangesOutside>[1]) =>
    sql<ActivityEntry>`select ${entryColumns} from history as entry
      where record_type = ${param('record_type')} and record_id = any(${param('ids')}::bigint[])
        and id > ${param('after')}::bigint and (set_id is null or set_id <> all(${param('sets')}::bigint[]))
      order by id desc`,
)
