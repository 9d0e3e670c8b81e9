import { sql } from 'kysely'
import { z } from 'zod'
import { fetchSize } from '../database/page.ts'
import type { Read } from '../database/read.ts'
import { param, statement, tables } from '../database/statement.ts'
import { decodeCursor, encodeCursor } from '../record/cursor.ts'
import { clampedInteger } from '../record/integer.ts'
import { Provenance } from '../record/provenance.ts'
import { rule } from '../record/rule.ts'
import { Timestamp } from '../record/base-fields.ts'
import { trim } from '../record/text.ts'
import type { StoredHistory } from './history.ts'

const maxChanges = 200
const cursorForm = /^(\d{1,19})\.(\d{1,18})\.(\d{1,9})$/
// More changes than one transaction makes: a direction that is mapped moves all that hangs on it.
const perTransaction = 1_000_000

/** One change, as the feed tells it. */
export const Change = z.object({
  seq: z.int().meta({ description: 'Grows from change to change, in the order they became visible' }),
  entity: z.string().meta({ examples: ['product'] }),
  id: z.int(),
  event: z.string().meta({ examples: ['updated'] }),
  actor: Provenance,
  changed_fields: z.array(z.string()).meta({ examples: [['health_state']] }),
  at: Timestamp,
})
export type Change = z.output<typeof Change>

/** Where to go on. A cursor is what an earlier answer gave, and means nothing else. */
export const ChangeQuery = z.object({
  since: rule(
    trim,
    z.base64url().refine((cursor) => decodeCursor(cursor, cursorForm) !== undefined),
  )
    .optional()
    .describe('The next_cursor of the answer before; without it, from the beginning'),
  limit: clampedInteger(maxChanges).default(50).describe('Changes per page; a value above 200 counts as 200'),
})
export type ChangeQuery = z.output<typeof ChangeQuery>

/**
 * The changes of records of these types, each at least once and none forgotten. Only what every earlier
 * transaction is done with is told: a transaction that began before and commits later would be missed otherwise.
 */
export async function readChanges(read: Read, types: readonly string[], { since, limit }: ChangeQuery) {
  const [transaction = '0', after = '0', ordinal = '0'] = (since && decodeCursor(since, cursorForm)) || []
  const rows = await read(page({ types: [...types], transaction, after, fetch: fetchSize(limit + 1) }))
  const place = { transaction, after, ordinal: Number(ordinal) }
  const changes = rows.slice(0, limit).map(({ transaction_id, ...row }): Change => {
    place.ordinal = transaction_id === place.transaction ? place.ordinal + 1 : 0
    place.transaction = transaction_id
    place.after = String(row.history_id)
    const { history_id, ...change } = row
    return { ...change, seq: Number(transaction_id) * perTransaction + place.ordinal }
  })
  const next_cursor = encodeCursor(place.transaction, place.after, place.ordinal)
  return { changes, next_cursor, has_more: rows.length > limit }
}

type Page = { types: string[]; transaction: string; after: string; fetch: number }

const page = statement(
  (query: Page) =>
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
      .where(sql<boolean>`transaction_id < pg_snapshot_xmin(pg_current_snapshot())`)
      .orderBy('history.transaction_id')
      .orderBy('history.id')
      .limit(sql.lit<number>(query.fetch)),
  ['fetch'],
)
