import { sql } from 'kysely'
import { z } from 'zod'
import { fetchSize } from '../database/page.ts'
import type { Read } from '../database/read.ts'
import { param, statement, tables } from '../database/statement.ts'
import { Timestamp } from '../record/base-fields.ts'
import { decodeCursor, encodeCursor } from '../record/cursor.ts'
import { clampedInteger } from '../record/integer.ts'
import { Provenance } from '../record/provenance.ts'
import { rule } from '../record/rule.ts'
import { trim } from '../record/text.ts'
import type { StoredHistory } from './history.ts'

const maxChanges = 200
const cursorPattern = /^(\d{1,19})\.(\d{1,18})\.(\d{1,9})$/
// `seq` has room for this many changes per transaction. No transaction makes more, not even a mapped
// direction, which moves its records.
const maxChangesPerTransaction = 1_000_000

// Below this transaction id every transaction has ended, so no change can still appear there. The feed ends
// here: a transaction that is still running may have a lower id than changes that are already visible, and a
// cursor beyond its id would miss its changes.
const horizon = sql`pg_snapshot_xmin(pg_current_snapshot())`

/** One change in the feed. */
export const Change = z.object({
  seq: z.int().meta({ description: 'Increases from change to change, in the order of the feed' }),
  entity: z.string().meta({ examples: ['product'] }),
  id: z.int(),
  event: z.string().meta({ examples: ['updated'] }),
  actor: Provenance,
  changed_fields: z.array(z.string()).meta({ examples: [['health_state']] }),
  at: Timestamp,
})
export type Change = z.output<typeof Change>

/** The query of the feed. */
export const ChangeQuery = z.object({
  since: rule(
    trim,
    z.base64url().refine((cursor) => decodeCursor(cursor, cursorPattern) !== undefined),
  )
    .optional()
    .describe('The next_cursor of the previous response. Without it, the feed starts at the beginning'),
  limit: clampedInteger(maxChanges).default(50).describe('Changes per page; a value above 200 counts as 200'),
})
export type ChangeQuery = z.output<typeof ChangeQuery>

/**
 * Returns the changes of records of these types after a cursor, ordered by `history.transaction_id`. A change
 * is returned only once every earlier transaction has ended, so a client that follows the cursors misses no
 * change.
 */
export async function readChanges(read: Read, types: readonly string[], { since, limit }: ChangeQuery) {
  const [transaction = '0', after = '0', ordinal = '0'] = (since && decodeCursor(since, cursorPattern)) || []
  const rows = await read(
    selectChanges({ types: [...types], transaction, after, fetch: fetchSize(limit + 1) }),
  )
  const position = { transaction, after, ordinal: Number(ordinal) }
  const changes = rows.slice(0, limit).map(({ transaction_id, ...row }): Change => {
    position.ordinal = transaction_id === position.transaction ? position.ordinal + 1 : 0
    position.transaction = transaction_id
    position.after = String(row.history_id)
    const { history_id, ...change } = row
    return { ...change, seq: Number(transaction_id) * maxChangesPerTransaction + position.ordinal }
  })
  const next_cursor = encodeCursor(position.transaction, position.after, position.ordinal)
  return { changes, next_cursor, has_more: rows.length > limit }
}

type ChangeValues = { types: string[]; transaction: string; after: string; fetch: number }

const selectChanges = statement(
  (query: ChangeValues) =>
    tables<{ history: StoredHistory }>()
      .selectFrom('history')
      .select([
        sql<string>`transaction_id::text`.as('transaction_id'),
        'id as history_id',
        'record_type as entity',
        'record_id as id',
        'event',
        'actor',
        sql<string[]>`array(select jsonb_object_keys(changes))`.as('changed_fields'),
        'created_at as at',
      ])
      .where(sql<boolean>`record_type = any(${param('types')}::text[])`)
      .where(
        sql<boolean>`(transaction_id, id) > (${param('transaction')}::text::xid8, ${param('after')}::bigint)`,
      )
      .where(sql<boolean>`transaction_id < ${horizon}`)
      .orderBy('history.transaction_id')
      .orderBy('history.id')
      .limit(sql.lit<number>(query.fetch)),
  ['fetch'],
)
