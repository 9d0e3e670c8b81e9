import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { encodeCursor } from '../../record/list/cursor.ts'
import { Provenance } from '../../record/provenance.ts'
import { Changes } from '../history.ts'
import { type ChangeQuery, cursorExpired, decodeChangeCursor } from './change-query.ts'
import {
  allRecords,
  type FeedStatements,
  type Filters,
  type FoundChange,
  type FoundRow,
  horizon,
} from './select.ts'

/**
 * The number of values of `seq` for each transaction: it is the transaction id times this number, plus the position of
 * the change. No transaction makes more changes, not even `direction map`, which moves all records of a direction.
 */
export const maxChangesPerTransaction = 1_000_000

/** One change in the feed, without the name of its record. */
export const Change = z.object({
  seq: z.int().meta({
    description: 'Increases from change to change, in the order of the feed. The same whatever the filters',
  }),
  entity: z.string().meta({ examples: ['product'] }),
  id: z.int(),
  event: z.string().meta({ examples: ['updated'] }),
  actor: Provenance,
  approved_by: Provenance.nullable().describe('Who approved the change, if it was proposed'),
  changed_fields: z.array(z.string()).meta({ examples: [['health_state']] }),
  changes: Changes.describe(
    'Each changed field with its previous and its new value. For a creation only severity and status',
  ),
  reason: z.string().nullable().describe('Why, as the request of the change or of its proposal says'),
  at: Timestamp,
})
export type Change = z.output<typeof Change> & {
  /** The id of its history entry, which no answer contains. Unlike `seq`, it is the same after a failover or a restore. */
  history_id: number
  /** The cursor that continues after it, which no answer contains. */
  cursor: string
}

/** Where a page of the feed ends: the last change, and its number within its transaction. */
type Position = { transaction: string; last_id: string; ordinal: number }

/**
 * Returns the changes of records of these types after a cursor, ordered by `history.transaction_id`. A change
 * is returned only once every earlier transaction has ended, so a client that follows the cursors misses no
 * change. Throws `cursor_expired` if the cursor is of another server or timeline, or ahead of this one.
 */
export async function readChanges(
  read: Read,
  types: readonly string[],
  { since, limit, place, ...filters }: ChangeQuery & Filters,
  statements: FeedStatements = allRecords,
) {
  const [madeBy, transaction = '0', last_id = '0', ordinal = '0'] = (since && decodeChangeCursor(since)) || []
  const select = statements.after({
    types: [...types],
    ...filters,
    ...place,
    transaction,
    last_id,
    fetch: limit + 1,
  })
  const [first, ...others] = await read({ ...select, unprepared: isFiltered({ ...filters, place }) })
  if (!first) throw noRow()
  if (first.is_ahead || (madeBy !== undefined && madeBy !== first.server)) throw cursorExpired()
  const found = changesOf([first, ...others])
  const { changes, next_cursor } = numbered(found.slice(0, limit), first.server, {
    transaction,
    last_id,
    ordinal: Number(ordinal),
  })
  return { changes, next_cursor, has_more: found.length > limit }
}

/**
 * Returns the newest changes of records of these types, newest first, with the cursor that continues after them. Each
 * has the `seq` that `readChanges` gives it.
 */
export async function readNewestChanges(
  read: Read,
  types: readonly string[],
  { limit, place, ...filters }: Filters & { limit: number },
  statements: FeedStatements = allRecords,
) {
  const select = statements.newest({ types: [...types], ...filters, ...place, fetch: limit })
  const rows = await read({ ...select, unprepared: isFiltered({ ...filters, place }) })
  const [first] = rows
  if (!first) throw noRow()
  const found = changesOf(rows).reverse()
  const { changes, next_cursor } = numbered(found, first.server, {
    transaction: '0',
    last_id: '0',
    ordinal: 0,
  })
  return { changes: changes.reverse(), next_cursor }
}

// Whether the index of the filter or the index of the feed is faster depends on how many changes match.
function isFiltered(filters: Filters): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

function changesOf(rows: FoundRow[]) {
  return rows.filter((row): row is FoundRow & FoundChange => row.history_id !== null)
}

/** Gives each change its `seq` and its cursor, counting on from a position, and returns the cursor after them. */
function numbered(found: ReturnType<typeof changesOf>, server: string, start: Position) {
  const position = { ...start }
  const changes = found.map((row): Change => {
    const { server: _, is_ahead: __, transaction_id, previous_id: ___, skipped, ...change } = row
    position.ordinal = skipped + (transaction_id === position.transaction ? position.ordinal + 1 : 0)
    position.transaction = transaction_id
    position.last_id = String(change.history_id)
    const seq = Number(transaction_id) * maxChangesPerTransaction + position.ordinal
    return { ...change, seq, cursor: cursorOf(server, position) }
  })
  return { changes, next_cursor: cursorOf(server, position) }
}

function cursorOf(server: string, { transaction, last_id, ordinal }: Position): string {
  return encodeCursor(server, transaction, last_id, ordinal)
}

function noRow(): Error {
  return new Error('A left join of one row returned no row.')
}

const selectLag = statement('change_feed.lag', {}, () =>
  db
    .selectFrom('history')
    .select(
      sql<number>`greatest(0, extract(epoch from clock_timestamp() - created_at))::float8`.as('seconds'),
    )
    .where(sql<boolean>`transaction_id >= ${horizon}`)
    .orderBy('history.transaction_id')
    .orderBy('history.id')
    .limit(sql.lit<number>(1)),
)

/** Returns the age in seconds of the first change that the feed does not return yet; 0 if it returns all changes. */
export async function feedLag(read: Read): Promise<number> {
  const [row] = await read(selectLag({}))
  return row?.seconds ?? 0
}
