import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../database/read.ts'
import { all, param, tables } from '../database/statement.ts'
import { boolean } from '../record/boolean.ts'
import { containsPattern } from '../record/contains-pattern.ts'
import { rangeEnd, rangeStart } from '../record/date-range.ts'
import { Reference } from '../record/id.ts'
import { orderedDates } from '../record/ordered-dates.ts'
import { eitherPageOrCursor, unboundedPaging } from '../record/paging.ts'
import { recordReads } from '../record/reads.ts'
import { rule } from '../record/rule.ts'
import { text, trim } from '../record/text.ts'
import { RequestRow, type StoredRequestRow } from './request-row.ts'

const statusList = rule(trim, z.string().regex(/^([1-5]\d\d|[1-5]xx)( *, *([1-5]\d\d|[1-5]xx))*$/i))
const method = rule(
  (value) => {
    const name = trim(value)
    return typeof name === 'string' ? name.toUpperCase() : name
  },
  z.string().regex(/^[A-Z]{1,16}$/),
)

/** The query of the request log. */
export const RequestQuery = orderedDates(
  eitherPageOrCursor(
    z.object({
      status: statusList
        .optional()
        .describe('A status, a class such as 4xx, or a comma-separated list of both'),
      method: method.optional().describe('Only requests of this method'),
      path: text(512).optional().describe('Only paths that contain this text'),
      user_id: Reference.optional().describe('Only requests of this user'),
      user: Reference.optional().describe('Alias of user_id'),
      token_id: Reference.optional().describe('Only requests with this token'),
      token: Reference.optional().describe('Alias of token_id'),
      date_from: rangeStart.optional().describe('Only requests from this date or timestamp on'),
      date_to: rangeEnd.optional().describe('Only requests up to this date or timestamp, inclusive'),
      errors_only: boolean.optional().describe('1: only requests with status 400 or above'),
      slow: boolean
        .optional()
        .describe('1: only requests that reached the slow request threshold of the server'),
      surface: rule(trim, RequestRow.shape.surface).optional().describe('Only requests to this surface'),
      ...unboundedPaging,
    }),
  ),
  'date_from',
  'date_to',
)
export type RequestQuery = z.output<typeof RequestQuery>
type BoundQuery = RequestQuery & { slow_ms?: number; statuses?: number[]; classes?: number[] }

const db = tables<{ request_logs: StoredRequestRow }>()

const { list } = recordReads<RequestRow, BoundQuery>((query) =>
  db
    .selectFrom('request_logs as record')
    .where(
      all([
        query.statuses !== undefined &&
          sql`(record.status = any(${param('statuses')}::int[]) or record.status / 100 = any(${param('classes')}::int[]))`,
        query.method !== undefined && sql`record.method = ${param('method')}`,
        query.path !== undefined && sql`record.path ilike ${param('path')}`,
        query.user_id !== undefined && sql`record.user_id = ${param('user_id')}`,
        query.user !== undefined && sql`record.user_id = ${param('user')}`,
        query.token_id !== undefined && sql`record.token_id = ${param('token_id')}`,
        query.token !== undefined && sql`record.token_id = ${param('token')}`,
        query.date_from !== undefined && sql`record.created_at >= ${param('date_from')}::timestamptz`,
        query.date_to !== undefined && sql`record.created_at <= ${param('date_to')}::timestamptz`,
        query.errors_only !== undefined && sql`record.status >= 400`,
        query.slow_ms !== undefined && sql`record.duration_ms >= ${param('slow_ms')}`,
        query.surface !== undefined && sql`record.surface = ${param('surface')}`,
      ]),
    )
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
        'record.duration_ms',
        'record.ip',
        'record.token_id',
        'record.token_name',
        'record.user_agent',
        'record.created_at',
      ] as const),
      sql<RequestRow['user']>`case when record.user_id is not null
        then json_build_object('id', record.user_id, 'name', record.user_name) end`.as('user'),
    ]),
)

/** Returns a page of the request log, newest first. A request is slow from `slowMs` milliseconds on. */
export function listRequests(read: Read, query: RequestQuery, slowMs: number) {
  const { slow, errors_only, status, path, ...rest } = query
  const statuses = status
    ?.toLowerCase()
    .split(',')
    .map((item) => item.trim())
  return list(read, {
    ...rest,
    path: path === undefined ? undefined : containsPattern(path),
    errors_only: errors_only || undefined,
    ...(slow && { slow_ms: slowMs }),
    ...(statuses && {
      statuses: statuses.filter((item) => !item.endsWith('xx')).map(Number),
      classes: statuses.filter((item) => item.endsWith('xx')).map((item) => Number(item[0])),
    }),
  })
}
