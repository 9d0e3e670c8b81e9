import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Page, PageRequest } from '../src/database/record-reads.ts'
import { cursorAfter } from '../src/record/paging.ts'
import { warningList } from './data.ts'

const shown = 'https://ops.company.test/api/v1/companies'
const Links = z
  .object({
    first: z.string(),
    last: z.string().nullable(),
    prev: z.string().nullable(),
    next: z.string().nullable(),
  })
  .meta({
    examples: [{ first: `${shown}?page=1`, last: `${shown}?page=3`, prev: null, next: `${shown}?page=2` }],
  })

const place = { current_page: 1, from: 1, last_page: 3, path: shown, per_page: 25, to: 25, total: 60 }
const Meta = z
  .object({
    current_page: z.int().nullable(),
    from: z.int().nullable(),
    last_page: z.int().nullable(),
    path: z.string(),
    per_page: z.int(),
    to: z.int().nullable(),
    total: z.int().nullable().describe('Null beyond 1,000 matches, unless with_total=1 asks for it'),
  })
  .meta({ examples: [place] })
const EndlessMeta = Meta.extend({
  next_cursor: z.string().nullable().describe('Goes on after the last row, at the same cost on every page'),
}).meta({ examples: [{ ...place, next_cursor: 'MjU' }] })

/** The answer of a numbered list. */
export function pagedAnswer<S extends z.ZodType>(schema: S) {
  return z.object({ data: z.array(schema), links: Links, meta: Meta, warnings: warningList })
}

/** The answer of a list that may also be paged by key. */
export function endless<S extends z.ZodType>(schema: S) {
  return pagedAnswer(schema).extend({ meta: EndlessMeta })
}

/** Where a list is, by number or by a cursor of any form. */
type Place = Omit<PageRequest, 'cursor'> & { cursor?: unknown }

/** A page of rows with the addresses of the pages around it. */
export function pageAnswer<Row>(request: FastifyRequest, query: Place, { rows, more, total }: Page<Row>) {
  const path = request.server.config.PUBLIC_URL + (request.url.split('?')[0] ?? '')
  const page = query.cursor === undefined ? (query.page ?? 1) : null
  const before = ((page ?? 1) - 1) * query.per_page
  const last_page = total === null ? null : Math.max(1, Math.ceil(total / query.per_page))
  const to = linkTo(request, path)
  const numbered = page !== null && rows.length > 0
  return {
    data: rows,
    links: {
      first: to({ page: 1 }),
      last: last_page === null ? null : to({ page: last_page }),
      prev: page === null || page === 1 ? null : to({ page: page - 1 }),
      next: page === null || !more ? null : to({ page: page + 1 }),
    },
    meta: {
      current_page: page,
      from: numbered ? before + 1 : null,
      last_page,
      path,
      per_page: query.per_page,
      to: numbered ? before + rows.length : null,
      total,
    },
  }
}

/** The same for a list that may also be paged by key. */
export function endlessAnswer<Row extends { id: number }>(
  request: FastifyRequest,
  query: Place,
  found: Page<Row>,
  cursorOf: (row: Row) => string = ({ id }) => cursorAfter(id),
) {
  const { data, links, meta } = pageAnswer(request, query, found)
  const last = found.rows.at(-1)
  const next_cursor = found.more && last ? cursorOf(last) : null
  const byKey = query.cursor !== undefined && next_cursor !== null
  const next = byKey ? linkTo(request, meta.path)({ cursor: next_cursor }) : links.next
  return { data, links: { ...links, next }, meta: { ...meta, next_cursor } }
}

// Every other parameter of the request stays as it was sent.
function linkTo(request: FastifyRequest, path: string) {
  return (place: { page?: number; cursor?: string }) => {
    const search = new URLSearchParams(request.url.replace(/^[^?]*/, ''))
    search.delete('page')
    search.delete('cursor')
    for (const [name, value] of Object.entries(place)) search.set(name, String(value))
    return `${path}?${search}`
  }
}
