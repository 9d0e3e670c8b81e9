import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { all, param, type Statement, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import type { Provenance } from '../../record/provenance.ts'
import { actorKey, type Changes, entryTime, type StoredHistory } from '../history.ts'
import type { ChangeQuery } from './change-query.ts'

/**
 * Below this transaction id every transaction has ended, so no change can still appear there. The feed ends
 * here: a transaction that is still running may have a lower id than changes that are already visible, and a
 * cursor beyond its id would miss its changes.
 */
export const horizon = sql`pg_snapshot_xmin(pg_current_snapshot())`

/**
 * The records that a filter selects: for each type a condition on the alias `history`. The values of the filter are
 * parameters of it.
 */
export type Scope = { [type: string]: RawBuilder<unknown> }

/** Which changes a page of the feed may contain. */
export type Filters = Omit<z.output<typeof ChangeQuery>, 'since' | 'limit'> & {
  /** Only changes of these records: the type and the id of each. */
  record_types?: string[] | undefined
  record_ids?: number[] | undefined
  /** Only changes of records in a scope of the feed: the values of its parameters. */
  place?: object | undefined
}

/** A change as it is stored. */
export type FoundChange = {
  transaction_id: string
  history_id: number
  entity: string
  id: number
  event: string
  actor: Provenance
  approved_by: Provenance | null
  changed_fields: string[]
  changes: Changes
  reason: string | null
  at: string
  /** The change before it in its transaction, on the page or in the cursor, and how many are between them. */
  previous_id: number
  skipped: number
}

/** The values of a page. `transaction` and `last_id` belong to the last change before the page. */
type PageValues = Omit<Filters, 'place'> & {
  types: string[]
  fetch: number
  transaction?: string
  last_id?: string
}

/** A row without a change is the only one: every row says which server answered. */
export type FoundRow = { server: string; is_ahead: boolean } & (FoundChange | { history_id: null })

// Cluster, timeline and database. After a failover or a restore the same transaction ids belong to other changes,
// so a cursor is valid only where it was made.
const server = sql<string>`(pg_control_system()).system_identifier || '-' || case when pg_is_in_recovery()
  then (pg_control_checkpoint()).timeline_id
  else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
end || '-' || (select oid from pg_database where datname = current_database())`

/** The statements of a feed: the first changes after a position, and the newest, newest first. */
export type FeedStatements = {
  after: (values: PageValues) => Statement<FoundRow>
  newest: (values: PageValues) => Statement<FoundRow>
}

/** Declares the statements of a feed. `scopeOf` returns the records that the values of a query select. */
export function feedStatements(
  name: string,
  example: object,
  scopeOf: (values: object) => Scope | undefined = () => undefined,
): FeedStatements {
  const types = ['task']
  return {
    after: statement(
      `${name}.after`,
      {
        types,
        fetch: 51,
        transaction: '900',
        last_id: '7',
        after: '2026-11-20',
        actor: 'user:1',
        ...example,
      },
      (query: PageValues) => selectPage(query, 'asc', scopeOf(query)),
      ['fetch'],
    ),
    newest: statement(
      `${name}.newest`,
      { types, fetch: 50, ...example },
      (query: PageValues) => selectPage(query, 'desc', scopeOf(query)),
      ['fetch'],
    ),
  }
}

/** The statements of a feed of all records of its types, or of some by their ids. */
export const allRecords = feedStatements('change_feed', { record_types: ['task'], record_ids: [7] })

function selectPage(query: PageValues, order: 'asc' | 'desc', scope: Scope | undefined) {
  const isAhead =
    query.transaction === undefined
      ? sql`false`
      : sql`${param('transaction')}::text::xid8 >= pg_snapshot_xmax(pg_current_snapshot())`
  return db
    .selectFrom(
      sql<{ server: string; is_ahead: boolean }>`(select ${server} as server, ${isAhead} as is_ahead)`.as(
        'position',
      ),
    )
    .leftJoinLateral(selectNumbered(query, order, scope).as('change'), (join) => join.onTrue())
    .selectAll()
    .orderBy(sql`transaction_id::xid8`, order)
    .orderBy('history_id', order)
    .$castTo<FoundRow>()
}

// The number of a change within its transaction counts all changes of it, so that it is the same whatever the filter.
function selectNumbered(query: PageValues, order: 'asc' | 'desc', scope: Scope | undefined) {
  const before =
    query.last_id === undefined
      ? sql`0`
      : sql`case when transaction_id = ${param('transaction')}::text::xid8 then ${param('last_id')}::bigint else 0 end`
  const page = db
    .selectFrom(selectMatching(query, order, scope).as('matching'))
    .selectAll()
    .select(
      sql<number>`coalesce(lag(history_id) over (partition by transaction_id order by history_id), ${before})`.as(
        'previous_id',
      ),
    )
  return db
    .selectFrom(page.as('page'))
    .selectAll()
    .select(
      sql<number>`(select count(*) from history where transaction_id = page.transaction_id
        and id > page.previous_id and id < page.history_id)`.as('skipped'),
    )
}

function selectMatching(query: PageValues, order: 'asc' | 'desc', scope: Scope | undefined) {
  return selectSource(query, order, scope)
    .select([
      'change.transaction_id',
      'change.id as history_id',
      'change.record_type as entity',
      'change.record_id as id',
      'change.event',
      'change.actor',
      'change.approved_by',
      sql<string[]>`array(select jsonb_object_keys(changes))`.as('changed_fields'),
      // A creation sets every field. Its severity and status tell whether it matters; the record has the others.
      sql<Changes>`case when event = 'created'
        then (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(changes) where key in ('severity', 'status'))
        else changes end`.as('changes'),
      'change.reason',
      'change.created_at as at',
    ])
    .orderBy('change.transaction_id', order)
    .orderBy('change.id', order)
    .limit(sql.lit<number>(query.fetch))
}

// Reads the changes of each type by its index, so changes of other types cost nothing, however many there are. Those of
// some records are read by the index of the records.
function selectSource(query: PageValues, order: 'asc' | 'desc', scope: Scope | undefined) {
  if (query.record_ids !== undefined)
    return db.selectFrom(db.selectFrom('history').selectAll().where(matches(query)).as('change'))
  if (scope) return db.selectFrom(selectScope(query, order, scope).as('change'))
  const ofType = db
    .selectFrom('history')
    .selectAll()
    .whereRef('record_type', '=', sql.ref('type.name'))
    .where(matches(query))
    .orderBy('history.transaction_id', order)
    .orderBy('history.id', order)
    .limit(sql.lit<number>(query.fetch))
  return db
    .selectFrom(sql<{ name: string }>`unnest(${param('types')}::text[])`.as<'type'>(sql`type (name)`))
    .innerJoinLateral(ofType.as('change'), (join) => join.onTrue())
}

function selectScope(query: PageValues, order: 'asc' | 'desc', scope: Scope) {
  const ofTypes = Object.entries(scope).map(
    ([type, isInScope]) => sql`(select * from history
      where record_type = ${sql.lit(type)} and ${sql.lit(type)} = any(${param('types')}::text[]) and ${isInScope}
        and ${matches(query)}
      order by transaction_id ${sql.raw(order)}, id ${sql.raw(order)} limit ${sql.lit(query.fetch)})`,
  )
  return sql<StoredHistory>`(${sql.join(ofTypes, sql` union all `)})`
}

function matches(query: Filters & { transaction?: string; last_id?: string }) {
  return all([
    sql`transaction_id < ${horizon}`,
    // Notes are for people, and change no record.
    sql`event <> 'note_added'`,
    query.last_id !== undefined &&
      sql`(transaction_id, id) > (${param('transaction')}::text::xid8, ${param('last_id')}::bigint)`,
    query.after !== undefined && sql`${entryTime} > ${param('after')}::timestamptz at time zone 'utc'`,
    query.actor !== undefined && sql`${actorKey} = ${param('actor')}`,
    query.record_ids !== undefined &&
      sql`(record_type, record_id) in
        (select * from unnest(${param('record_types')}::text[], ${param('record_ids')}::bigint[]))`,
  ])
}
