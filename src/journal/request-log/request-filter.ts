import { sql } from 'kysely'
import { z } from 'zod'
import { all, param } from '../../database/statement.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { translations } from '../../record/rules/description.ts'
import { Reference } from '../../record/rules/id.ts'
import { aliasOf, rule } from '../../record/rules/rule.ts'
import { text, trim } from '../../record/rules/text.ts'
import { rangeEnd, rangeStart } from '../../record/rules/time-range.ts'
import { containsPattern } from '../../record/text-search.ts'
import { errorCodes, RequestRow } from './request-row.ts'

const statusList = rule(trim, z.string().regex(/^([1-5]\d\d|[1-5]xx)( *, *([1-5]\d\d|[1-5]xx))*$/i))
const method = rule(
  (value) => {
    const name = trim(value)
    return typeof name === 'string' ? name.toUpperCase() : name
  },
  z.string().regex(/^[A-Z]{1,16}$/),
)

/** The query fields that select requests of the log. */
export const requestFilters = {
  status: statusList
    .optional()
    .describe('A status, a class such as 4xx, or a comma-separated list of both')
    .register(translations, { ru: 'Статус, класс, например 4xx, или список через запятую' }),
  method: method
    .optional()
    .describe('Only requests of this method')
    .register(translations, { ru: 'Только запросы этого метода' }),
  path: text(512)
    .optional()
    .describe('Only paths that contain this text')
    .register(translations, { ru: 'Только пути, в которых есть этот текст' }),
  user_id: Reference.optional()
    .describe('Only requests of this user')
    .register(translations, { ru: 'Только запросы этого пользователя' }),
  user: aliasOf('user_id', Reference),
  token_id: Reference.optional()
    .describe('Only requests with this token')
    .register(translations, { ru: 'Только запросы с этим токеном' }),
  token: aliasOf('token_id', Reference),
  date_from: rangeStart
    .optional()
    .describe('Only requests from this date or timestamp on')
    .register(translations, { ru: 'Только запросы начиная с этого дня или времени' }),
  date_to: rangeEnd
    .optional()
    .describe('Only requests up to this date or timestamp, inclusive')
    .register(translations, { ru: 'Только запросы по этот день или время включительно' }),
  errors_only: boolean
    .optional()
    .describe('1: only requests with status 400 or above')
    .register(translations, { ru: 'Да: только запросы со статусом 400 и выше' }),
  slow: boolean
    .optional()
    .describe('1: only requests that reached the slow request threshold of the server')
    .register(translations, { ru: 'Да: только запросы, которые сервер считает медленными' }),
  surface: rule(trim, RequestRow.shape.surface)
    .optional()
    .describe('Only requests to this surface')
    .register(translations, { ru: 'Только запросы к этому интерфейсу' }),
  code: rule(trim, z.enum(errorCodes))
    .optional()
    .describe('Only requests that were answered with this error code')
    .register(translations, { ru: 'Только запросы с этим кодом ошибки в ответе' }),
  client: text(255)
    .optional()
    .describe('Only requests of MCP clients whose name and version contain this text')
    .register(translations, { ru: 'Только запросы клиентов MCP, в имени и версии которых есть этот текст' }),
}
const RequestFilter = z.object(requestFilters)
export type RequestFilter = z.output<typeof RequestFilter>

/** The values that `requestConditions` compares with. */
export type BoundRequestFilter = Omit<RequestFilter, 'slow' | 'status'> & {
  slow_ms?: number
  single_status?: number
  statuses?: number[]
  min_status?: number
  max_status?: number
}

/** The names of the values that a filter may have. */
export const boundFilterNames = [
  'single_status',
  'statuses',
  'min_status',
  'method',
  'path',
  'user_id',
  'user',
  'token_id',
  'token',
  'date_from',
  'date_to',
  'errors_only',
  'slow_ms',
  'surface',
  'code',
  'client',
] as const satisfies (keyof BoundRequestFilter)[]

/** Returns the values of a filter. A request is slow from `slowMs` milliseconds on. */
export function bindRequestFilter<F extends RequestFilter>({ slow, status, ...rest }: F, slowMs: number) {
  return {
    ...rest,
    ...(rest.path !== undefined && { path: containsPattern(rest.path) }),
    ...(rest.client !== undefined && { client: containsPattern(rest.client) }),
    errors_only: rest.errors_only || undefined,
    ...(slow && { slow_ms: slowMs }),
    ...(status !== undefined && statusValues(status)),
  }
}

// A single status is compared by equality: an index then returns its rows in the order of their times, but not those of
// a list. A class alone, such as 4xx, is a range, which PostgreSQL plans in half the time of a list of its statuses.
function statusValues(list: string) {
  const items = list.split(',').map((item) => item.trim().toLowerCase())
  const [first = ''] = items
  if (items.length > 1) return { statuses: items.flatMap(statusesOf) }
  if (!isClass(first)) return { single_status: Number(first) }
  const min_status = Number(first[0]) * 100
  return { min_status, max_status: min_status + 99 }
}

function isClass(item: string): boolean {
  return item.endsWith('xx')
}

function statusesOf(item: string): number[] {
  if (!isClass(item)) return [Number(item)]
  return Array.from({ length: 100 }, (_, index) => Number(item[0]) * 100 + index)
}

/** Returns the condition that `record` is a request that the filter selects. */
export function requestConditions(filter: Partial<BoundRequestFilter>) {
  return all([
    filter.single_status !== undefined && sql`record.status = ${param('single_status')}::smallint`,
    filter.statuses !== undefined && sql`record.status = any(${param('statuses')}::smallint[])`,
    filter.min_status !== undefined &&
      sql`record.status between ${param('min_status')}::smallint and ${param('max_status')}::smallint`,
    filter.method !== undefined && sql`record.method = ${param('method')}`,
    filter.path !== undefined && sql`record.path ilike ${param('path')}`,
    filter.user_id !== undefined && sql`record.user_id = ${param('user_id')}`,
    filter.user !== undefined && sql`record.user_id = ${param('user')}`,
    filter.token_id !== undefined && sql`record.token_id = ${param('token_id')}`,
    filter.token !== undefined && sql`record.token_id = ${param('token')}`,
    filter.date_from !== undefined && sql`record.created_at >= ${param('date_from')}::timestamptz`,
    filter.date_to !== undefined && sql`record.created_at <= ${param('date_to')}::timestamptz`,
    filter.errors_only !== undefined && sql`record.status >= 400`,
    filter.slow_ms !== undefined && sql`record.duration_ms >= ${param('slow_ms')}`,
    filter.surface !== undefined && sql`record.surface = ${param('surface')}`,
    filter.code !== undefined && sql`record.code = ${param('code')}`,
    filter.client !== undefined && sql`record.client ilike ${param('client')}`,
  ])
}
