import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../database/read.ts'
import { all, param, tables } from '../database/statement.ts'
import { containsPattern } from '../record/contains-pattern.ts'
import { boolean } from '../record/boolean.ts'
import { Reference } from '../record/id.ts'
import { rangeStart, rangeEnd } from '../record/date-range.ts'
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

/** What the log may be narrowed by. */
export const RequestQuery = orderedDates(
  eitherPageOrCursor(
    z.object({
      status: statusList.optional().describe('A status, a class such as 4xx, or several with commas'),
      method: method.optional().describe('Only requests of this method'),
      path: text(512).optional().describe('Only paths with this text in them'),
      user_id: Reference.optional().describe('Only requests of this user'),
      user: Reference.optional().describe('The same as user_id'),
      token_id: Reference.optional().describe('Only requests with this token'),
      token: Reference.optional().describe('The same as token_id'),
      date_from: rangeStart.optional().describe('A day or a moment; from it on'),
      date_to: rangeEnd.optional().describe('A day or a moment; up to its end'),
      errors_only: boolean.optional().describe('1: only status 400 and above'),
      slow: boolean
        .optional()
        .describe('1: only what took as long as the threshold of slow requests, or longer'),
      surface: rule(trim, RequestRow.shape.surface).optional().describe('Only requests to this surface'),
      ...unboundedPaging,
    }),
  ),
  'date_from',
  'date_to',
)
export type RequestQuery = z.output<typeof RequestQuery>
type Bound = RequestQuery & { slow_ms?: number; statuses?: number[]; classes?: number[] }

const log = tables<{ request_logs: StoredRequestRow }>()

const { list } = recordReads<RequestRow, Bound>((query) =>
  log
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

/** A page of the log, newest first. `slowMs` is from when on a request counts as slow. */
export function listRequests(read: Read, query: RequestQuery, slowMs: number) {
  const { slow, errors_only, status, path, ...rest } = query
  const listed = status
    ?.toLowerCase()
    .split(',')
    .map((one) => one.trim())
  return list(read, {
    ...rest,
    path: path === undefined ? undefined : containsPattern(path),
    errors_only: errors_only || undefined,
    ...(slow && { slow_ms: slowMs }),
    ...(listed && {
      statuses: listed.filter((one) => !one.endsWith('xx')).map(Number),
      classes: listed.filter((one) => one.endsWith('xx')).map((one) => Number(one[0])),
    }),
  })
}
