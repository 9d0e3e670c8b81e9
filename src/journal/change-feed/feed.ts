import { sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { encodeCursor } from '../../record/list/cursor.ts'
import { Provenance } from '../../record/provenance.ts'
import { Changes } from '../history.ts'
import { type ChangeQuery, cursorExpired, decodeChangeCursor } from './change-query.ts'
import {
  countEarlierChanges,
  type Filters,
  type FoundChange,
  type FoundRow,
  horizon,
  selectChangesAfter,
  selectNewestChanges,
} from './select.ts'

/**
 * The number of values of `seq` for each transaction: it is the transaction id times this number, plus the position of
 * the change. No transaction makes more changes, not even `direction map`, which moves all records of a direction.
 */
export const maxChangesPerTransaction = 1_000_000

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
  approved_by: Provenance.nullable().describe('Who approved the change, if it was proposed'),
  changed_fields: z.array(z.string()).meta({ examples: [['health_state']] }),
  changes: Changes.describe(
    'Each changed field with its previous and its new value. For a creation only severity and status',
  ),
  at: Timestamp,
})
export type Change = z.output<typeof Change> & {
  /** The id of its history entry, which no answer contains. Unlike `seq`, it is the same after a failover or a restore. */
  history_id: number
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
  { since, limit, ...filters }: ChangeQuery & Filters,
) {
  const [madeBy, transaction = '0', last_id = '0', ordinal = '0'] = (since && decodeChangeCursor(since)) || []
  const select = selectChangesAfter({ types: [...types], ...filters, transaction, last_id, fetch: limit + 1 })
  const [first, ...others] = await read({ ...select, unprepared: isFiltered(filters) })
  if (!first) throw noRow()
  if (first.is_ahead || (madeBy !== undefined && madeBy !== first.server)) throw cursorExpired()
  const found = changesOf([first, ...others])
  const { changes, position } = numbered(found.slice(0, limit), {
    transaction,
    last_id,
    ordinal: Number(ordinal),
  })
  return { changes, next_cursor: cursorOf(first.server, position), has_more: found.length > limit }
}

/**
 * Returns the newest changes of records of these types, newest first, with the cursor that continues after them. Each
 * has the `seq` that `readChanges` gives it.
 */
export async function readNewestChanges(
  read: Read,
  types: readonly string[],
  { limit, ...filters }: Filters & { limit: number },
) {
  const values = { types: [...types], ...filters }
  const rows = await read({
    ...selectNewestChanges({ ...values, fetch: limit }),
    unprepared: isFiltered(filters),
  })
  const [first] = rows
  if (!first) throw noRow()
  const found = changesOf(rows).reverse()
  const [oldest] = found
  // Only the transaction of the oldest change may have others before it.
  const ordinal =
    oldest && found.length === limit
      ? (
          await readRow(
            read,
            countEarlierChanges({
              ...values,
              transaction: oldest.transaction_id,
              before_id: oldest.history_id,
            }),
          )
        ).count - 1
      : -1
  const { changes, position } = numbered(found, {
    transaction: oldest?.transaction_id ?? '0',
    last_id: '0',
    ordinal: oldest ? ordinal : 0,
  })
  return { changes: changes.reverse(), next_cursor: cursorOf(first.server, position) }
}

// Whether the index of the filter or the index of the feed is faster depends on how many changes match.
function isFiltered({ after, actor, record_ids }: Filters): boolean {
  return (after ?? actor ?? record_ids) !== undefined
}

function changesOf(rows: FoundRow[]) {
  return rows.filter((row): row is FoundRow & FoundChange => row.history_id !== null)
}

/** Gives each change its `seq`, counting on from a position, and returns the position after them. */
function numbered(found: ReturnType<typeof changesOf>, start: Position) {
  const position = { ...start }
  const changes = found.map((row): Change => {
    const { server: _, is_ahead: __, transaction_id, ...change } = row
    position.ordinal = transaction_id === position.transaction ? position.ordinal + 1 : 0
    position.transaction = transaction_id
    position.last_id = String(change.history_id)
    return { ...change, seq: Number(transaction_id) * maxChangesPerTransaction + position.ordinal }
  })
  return { changes, position }
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
