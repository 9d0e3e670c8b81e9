import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param, statement, tables } from '../../database/statement.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { encodeCursor } from '../../record/list/cursor.ts'
import { Provenance } from '../../record/provenance.ts'
import { actorKey, Changes, entryTime, type StoredHistory } from '../history.ts'
import { type ChangeQuery, decodeChangeCursor } from './change-query.ts'
import { cursorExpired } from './cursor-expired.ts'

/**
 * The number of values of `seq` for each transaction: it is the transaction id times this number, plus the position of
 * the change. No transaction makes more changes, not even `direction map`, which moves all records of a direction.
 */
export const maxChangesPerTransaction = 1_000_000

/**
 * Below this transaction id every transaction has ended, so no change can still appear there. The feed ends
 * here: a transaction that is still running may have a lower id than changes that are already visible, and a
 * cursor beyond its id would miss its changes.
 */
export const horizon = sql`pg_snapshot_xmin(pg_current_snapshot())`

// Cluster, timeline and database. After a failover or a restore the same transaction ids belong to other changes,
// so a cursor is valid only where it was made.
const server = sql<string>`(pg_control_system()).system_identifier || '-' || case when pg_is_in_recovery()
  then (pg_control_checkpoint()).timeline_id
  else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
end || '-' || (select oid from pg_database where datname = current_database())`

/** One change in the feed, without the name of its record. */
export const Change = z.object({
  seq: z.int().meta({
    description:
      'Increases from change to change, in the order of the feed. With other filters, a change has another seq',
  }),
  entity: z.string().meta({ examples: ['product'] }),
  id: z.int(),
  event: z.string().meta({ examples: ['updated'] }),
  actor: Provenance,
  changed_fields: z.array(z.string()).meta({ examples: [['health_state']] }),
  changes: Changes.describe('Each changed field with its previous and its new value. Empty for a creation'),
  at: Timestamp,
})
export type Change = z.output<typeof Change>

type Filters = Omit<z.output<typeof ChangeQuery>, 'since' | 'limit'>

/**
 * Returns the changes of records of these types after a cursor, ordered by `history.transaction_id`. A change
 * is returned only once every earlier transaction has ended, so a client that follows the cursors misses no
 * change. Throws `cursor_expired` if the cursor is of another server or timeline, or ahead of this one.
 */
export async function readChanges(
  read: Read,
  types: readonly string[],
  { since, limit, ...filters }: ChangeQuery,
) {
  const [madeBy, transaction = '0', last_id = '0', ordinal = '0'] = (since && decodeChangeCursor(since)) || []
  const position = { transaction, last_id, ordinal: Number(ordinal) }
  const select = selectChanges({
    types: [...types],
    ...filters,
    transaction,
    last_id,
    fetch: limit + 1,
  })
  // Whether the index of the filter or the index of the feed is faster depends on how many changes match.
  const rows = await read({ ...select, unprepared: (filters.after ?? filters.actor) !== undefined })
  const [first] = rows
  if (!first) throw new Error('A left join of one row returned no row.')
  if (first.is_ahead || (madeBy !== undefined && madeBy !== first.server)) throw cursorExpired()
  const found = rows.filter((row): row is FoundChange => row.history_id !== null)
  const changes = found.slice(0, limit).map((row): Change => {
    const { server: _, is_ahead: __, transaction_id, history_id, ...change } = row
    position.ordinal = transaction_id === position.transaction ? position.ordinal + 1 : 0
    position.transaction = transaction_id
    position.last_id = String(history_id)
    return { ...change, seq: Number(transaction_id) * maxChangesPerTransaction + position.ordinal }
  })
  const next_cursor = encodeCursor(first.server, position.transaction, position.last_id, position.ordinal)
  return { changes, next_cursor, has_more: found.length > limit }
}

type FoundChange = Omit<Change, 'seq'> & {
  server: string
  is_ahead: boolean
  transaction_id: string
  history_id: number
}

type ChangeValues = Filters & { types: string[]; transaction: string; last_id: string; fetch: number }

const db = tables<{ history: StoredHistory }>()

// One row for each change, or a single row without a change: every row says which server answered.
const selectChanges = statement(
  (query: ChangeValues) =>
    db
      .selectFrom(
        sql<{ server: string; is_ahead: boolean }>`(select ${server} as server,
          ${param('transaction')}::text::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) as is_ahead)`.as(
          'position',
        ),
      )
      .leftJoinLateral(selectChangesAfter(query).as('change'), (join) => join.onTrue())
      .selectAll()
      .orderBy(sql`transaction_id::xid8`)
      .orderBy('history_id'),
  ['fetch'],
)

// Reads the first changes of each type by its index, so changes of other types cost nothing, however many there are.
function selectChangesAfter(query: ChangeValues) {
  const ofType = db
    .selectFrom('history')
    .selectAll()
    .whereRef('record_type', '=', sql.ref('type.name'))
    .where(
      sql<boolean>`(transaction_id, id) > (${param('transaction')}::text::xid8, ${param('last_id')}::bigint)`,
    )
    .where(sql<boolean>`transaction_id < ${horizon}`)
    .where(
      all([
        query.after !== undefined &&
          sql`${sql.raw(entryTime)} > ${param('after')}::timestamptz at time zone 'utc'`,
        query.actor !== undefined && sql`${sql.raw(actorKey)} = ${param('actor')}`,
      ]),
    )
    .orderBy('history.transaction_id')
    .orderBy('history.id')
    .limit(sql.lit<number>(query.fetch))
  return db
    .selectFrom(sql<{ name: string }>`unnest(${param('types')}::text[])`.as<'type'>(sql`type (name)`))
    .innerJoinLateral(ofType.as('change'), (join) => join.onTrue())
    .select([
      sql<string>`transaction_id::text`.as('transaction_id'),
      'change.id as history_id',
      'change.record_type as entity',
      'change.record_id as id',
      'change.event',
      'change.actor',
      sql<string[]>`array(select jsonb_object_keys(changes))`.as('changed_fields'),
      // A creation sets every field, so it returns the values of the record.
      sql<Changes>`case when event = 'created' then '{}'::jsonb else changes end`.as('changes'),
      'change.created_at as at',
    ])
    .orderBy('change.transaction_id')
    .orderBy('change.id')
    .limit(sql.lit<number>(query.fetch))
}
