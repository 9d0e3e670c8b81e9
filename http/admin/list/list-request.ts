import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inDaysOf } from '../../../src/portfolio/list/period.ts'
import { type FieldErrors, invalid, type Message } from '../../../src/record/fault.ts'
import { webPageSize, webPaging } from '../../../src/record/list/paging.ts'
import { day } from '../../../src/record/rules/day.ts'
import { endOfDay, startOfDay, todayIn } from '../../../src/record/time-zone.ts'
import { safeValidate } from '../../../src/record/validation/validate.ts'
import { pathOf } from '../../request/request-target.ts'
import { unknownAgents } from '../form/agents.ts'
import { labelledErrors } from '../form/labelled-errors.ts'
import { unknownPeople } from '../form/people.ts'
import { resolveReferences } from '../form/references.ts'
import { listAddress } from '../record/address.ts'
import { fieldTraits } from '../record/field-traits.ts'
import type { FormValues, RecordPages } from '../record/record.ts'
import { personOf } from '../request/reply.ts'
import { filterControls, filterName, filterNames } from './filters.ts'
import { type Trail, trailOf } from './trail.ts'

/** The query of a list page: the filters of the list, and its paging. */
export type ListRequest = {
  query: Record<string, unknown> & {
    page: number
    per_page: number
    sort?: string | undefined
    cursor?: unknown
  }
  errors: FieldErrors
  isInvalid: boolean
  /** The filters as they were sent. */
  sent: Record<string, string>
  trail: Trail
}

/**
 * Returns the request for a list page with its validated query. Unknown parameters are ignored. `references` are the
 * messages of filters that name no record or several. Days are those of `zone`.
 */
export function listRequest(
  pages: RecordPages,
  sent: Record<string, unknown>,
  references: Record<string, Message> = {},
  zone = 'UTC',
): ListRequest {
  const { query } = pages.list
  const names = filterNames(query)
  const given = Object.entries(sent).filter(([, value]) => value !== '')
  const filters = given
    .filter(([name]) => names.includes(name))
    .map(([name, value]) => [filterName(query, name), value] as const)
  const filtering = safeValidate(query, rangesIn(pages, Object.fromEntries(filters), zone))
  const paging = safeValidate(pagingOf(pages), Object.fromEntries(given))
  return {
    query: { page: 1, per_page: webPageSize, ...daysIn(filtering.data ?? {}, zone), ...paging.data },
    errors: labelledErrors(
      { ...filtering.errors, ...paging.errors, ...invalid(references).errors },
      filterControls(pages),
    ),
    isInvalid: !filtering.data || !paging.data || Object.keys(references).length > 0,
    trail: trailOf(sent),
    sent: Object.fromEntries(filters.filter(([, value]) => typeof value === 'string')),
  } as ListRequest
}

function rangesIn({ isTimed }: RecordPages, filters: Record<string, unknown>, zone: string) {
  return isTimed ? withLocalDays(filters, zone) : filters
}

// A list of the portfolio compares `since` with the times of its records, and `overdue` with the current date.
function daysIn({ since, ...others }: Record<string, unknown>, zone: string) {
  return {
    ...inDaysOf(others, zone),
    ...(typeof since === 'string' && { since: startOfDay(zone, since).replace('Z', '') }),
    ...(others.overdue !== undefined && { today: todayIn(zone) }),
  }
}

const pagingSchemas = new WeakMap<RecordPages, ReturnType<typeof buildPaging>>()

// Built once, because a schema is compiled when it is first used.
function pagingOf(pages: RecordPages) {
  const paging = pagingSchemas.get(pages) ?? buildPaging(pages)
  pagingSchemas.set(pages, paging)
  return paging
}

function buildPaging(pages: RecordPages) {
  return z.object({
    page: webPaging.page,
    per_page: webPaging.per_page,
    sort: z.enum(sortKeys(pages)).optional(),
    ...(pages.list.cursorOf && { cursor: pages.list.query.shape.cursor as z.ZodType }),
  })
}

function sortKeys(pages: RecordPages): string[] {
  const stored = ['id', 'created_at', 'updated_at'].filter((name) => name in pages.schema.shape)
  const names = new Set([...stored, ...pages.columns].filter((name) => isSortable(pages, name)))
  return [...names].flatMap((name) => [name, `-${name}`])
}

/** Returns whether the list can be sorted by a column. An array has no order. */
export function isSortable({ schema, isUnsorted }: RecordPages, name: string): boolean {
  return !isUnsorted && !fieldTraits(schema, name).isArray
}

/** Returns the query of the rows of a page, in the usual order of the list if no column was chosen. */
export function rowsQuery({ usualOrder }: RecordPages, query: ListRequest['query']) {
  return { ...query, sort: query.sort ?? usualOrder?.sort, with_total: false }
}

/** Returns the address of a list with other filters. An empty value removes its filter. */
export function addressWith(
  { collection }: Pick<RecordPages, 'collection'>,
  { sent, query }: ListRequest,
  changes: Record<string, string | number>,
): string {
  const parameters = new URLSearchParams(sent)
  if (query.sort) parameters.set('sort', query.sort)
  if (query.per_page !== webPageSize) parameters.set('per_page', String(query.per_page))
  for (const [name, value] of Object.entries(changes))
    if (value === '') parameters.delete(name)
    else parameters.set(name, String(value))
  return listAddress(collection, parameters)
}

/** Returns the request for a list page that parameters of an address name. The filters may name records by their names. */
export async function readListRequest(
  request: FastifyRequest,
  pages: RecordPages,
  sent: FormValues,
): Promise<ListRequest> {
  const { read, config } = request.server
  const controls = filterControls(pages)
  const resolved = await resolveReferences(read, controls, sent, personOf(request))
  const errors = {
    ...resolved.errors,
    ...(await unknownAgents(read, controls, sent)),
    ...(await unknownPeople(read, pages.historyType, controls, sent)),
  }
  const list = listRequest(pages, resolved.values, errors, config.TIME_ZONE)
  return { ...list, sent: { ...list.sent, ...resolved.texts } }
}

/**
 * Returns the address of a request without its empty parameters, such as those of the controls that a person left blank.
 * Undefined if it has none.
 */
export function withoutEmptyParameters({ url }: Pick<FastifyRequest, 'url'>): string | undefined {
  const path = pathOf(url)
  const sent = new URLSearchParams(url.slice(path.length))
  const given = new URLSearchParams([...sent].filter(([, value]) => value !== ''))
  if (given.size === sent.size) return undefined
  return given.size > 0 ? `${path}?${given}` : path
}

const starts = ['since', 'date_from', 'undone_from']
const ends = ['until', 'date_to', 'undone_to']

/**
 * Returns the filters of a list with the days of a period as times: a day of the web interface is one of the company's
 * time zone. Other values stay as they are.
 */
export function withLocalDays<Filters extends Record<string, unknown>>(
  filters: Filters,
  zone: string,
): Filters {
  const times = Object.entries(filters).flatMap(([name, value]) => {
    const date = starts.includes(name) || ends.includes(name) ? day.safeParse(value).data : undefined
    if (date === undefined) return []
    return [[name, starts.includes(name) ? startOfDay(zone, date) : endOfDay(zone, date)]]
  })
  return { ...filters, ...Object.fromEntries(times) }
}
