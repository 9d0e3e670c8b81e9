import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { notFound } from '../record/fault.ts'

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
