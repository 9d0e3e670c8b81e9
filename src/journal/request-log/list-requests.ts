import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { param } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { decodeTimeCursor, timeCursor } from '../../record/list/cursor.ts'
import { eitherPageOrCursor, unboundedPaging } from '../../record/list/paging.ts'
import { recordReads } from '../../record/list/reads.ts'
import { orderedDates } from '../../record/rules/day.ts'
import {
  type BoundRequestFilter,
  bindRequestFilter,
  boundFilterNames,
  requestConditions,
  requestFilters,
} from './request-filter.ts'
import type { RequestRow } from './request-row.ts'

/** The query of the request log. */
export const RequestQuery = orderedDates(
  eitherPageOrCursor(z.object({ ...requestFilters, ...unboundedPaging, cursor: timeCursor })),
  'date_from',
  'date_to',
)
export type RequestQuery = z.output<typeof RequestQuery>
type BoundQuery = BoundRequestFilter &
  Pick<RequestQuery, 'page' | 'per_page' | 'with_total' | 'cursor'> & {
    after_time?: string | undefined
    after_id?: number | undefined
  }

const afterTime = sql`${param('after_time')}::timestamptz`

const { list, one } = recordReads<RequestRow, BoundQuery>(
  'requests',
  { single_status: 404, method: 'GET', path: '%/apps%', user_id: 1, date_from: '2026-11-20' },
  (query) =>
    db
      .selectFrom('request_logs as record')
      .where(requestConditions(query))
      .select([
        ...([
          'record.id',
          'record.request_id',
          'record.surface',
          'record.method',
          'record.path',
          'record.route',
          'record.tool',
          'record.status',
          'record.code',
          'record.errors',
          'record.duration_ms',
          'record.ip',
          'record.token_id',
          'record.token_name',
          'record.user_agent',
          'record.client',
          'record.trace_id',
          'record.created_at',
        ] as const),
        sql<RequestRow['user']>`case when record.user_id is not null
        then json_build_object('id', record.user_id, 'name', record.user_name) end`.as('user'),
      ]),
  {
    // Ordered by the time first, PostgreSQL reads a partition only if the newer ones have too few matches.
    order: (rows) => rows.orderBy('record.created_at', 'desc').orderBy('record.id', 'desc'),
    // PostgreSQL excludes partitions by the first condition only.
    after: sql<boolean>`record.created_at <= ${afterTime}
      and (record.created_at, record.id) < (${afterTime}, ${param('after_id')}::bigint)`,
    key: ['id', 'created_at'],
    // The rows with a frequent value are found by reading from the newest row on, those with a rare value by its index.
    unpreparedFilters: boundFilterNames,
  },
)

/** Returns a page of the request log, newest first. A request is slow from `slowMs` milliseconds on. */
export function listRequests(read: Read, query: RequestQuery, slowMs: number) {
  const after = query.cursor === undefined ? undefined : decodeTimeCursor(query.cursor)
  return list(read, {
    ...bindRequestFilter(query, slowMs),
    after_time: after?.created_at,
    after_id: after?.id,
  })
}

/** Returns a request of the log by its id; throws `not_found`. */
export const readRequest = one
