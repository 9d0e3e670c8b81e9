import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { notFound } from '../../record/fault.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { ActivityEntry } from '../activity.ts'
import { entryTime } from '../history.ts'
import type { RequestRow } from './request-row.ts'

const maxEntries = 100
// The clocks of the server and of the database may differ.
const toleranceMs = 60_000

/** Returns the changes that a request of the log made, in their order: at most the first 100. */
export function listRequestHistory(
  read: Read,
  { request_id, created_at, duration_ms }: RequestRow,
): Promise<ActivityEntry[]> {
  const end = Date.parse(created_at)
  const [from, to] = [end - duration_ms - toleranceMs, end + toleranceMs].map((time) => new Date(time))
  return read(selectOfRequest({ request_id, from: from?.toISOString(), to: to?.toISOString() }))
}

// The period is the condition with an index. A client may also send the same request id again on another day.
const selectOfRequest = statement(
  'requests.changes',
  { request_id: 'req-1', from: '2026-11-21T10:00:00Z', to: '2026-11-21T10:02:00Z' },
  (_: { request_id: string; from: string | undefined; to: string | undefined }) =>
    db
      .selectFrom('history as record')
      .select(qualifiedColumns('record', ActivityEntry))
      .where(
        sql<boolean>`${entryTime} between (${param('from')}::timestamptz at time zone 'utc')
          and (${param('to')}::timestamptz at time zone 'utc')`,
      )
      .where(sql<boolean>`record.request_id = ${param('request_id')}`)
      .orderBy('record.id')
      .limit(maxEntries),
)

/**
 * Returns the id of the request in the log that made a change. Throws `not_found` if the log has none: the change was
 * made in the web interface or by a command, or the request is older than the log.
 */
export async function findRequestOfChange(read: Read, id: number): Promise<number> {
  const [request] = await read(selectRequest({ id }))
  if (!request) throw notFound()
  return request.id
}

// The log has no index on the request id, so the period limits the rows. It also excludes an id that was sent again
// later.
const selectRequest = statement('requests.of_change', { id: 1 }, () =>
  db
    .selectFrom('history')
    .innerJoin('request_logs', 'request_logs.request_id', 'history.request_id')
    .select('request_logs.id')
    .where('history.id', '=', param<number>('id'))
    .where(
      sql<boolean>`request_logs.created_at between history.created_at - interval '1 minute'
        and history.created_at + interval '15 minutes'`,
    )
    .orderBy('request_logs.id')
    .limit(1),
)
