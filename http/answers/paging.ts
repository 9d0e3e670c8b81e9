import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { encodeCursor } from '../../src/record/list/cursor.ts'
import type { PageRequest } from '../../src/record/list/reads.ts'
import type { Page } from '../../src/record/list/record-list.ts'
import { trim } from '../../src/record/rules/text.ts'
import { pathOf } from '../request/request-target.ts'
import { warningList } from './response-schemas.ts'

const maxQueryLength = 2000

const exampleUrl = 'https://ops.company.test/api/v1/companies'
const Links = z
  .object({
    first: z.string(),
    last: z.string().nullable(),
    prev: z.string().nullable(),
    next: z.string().nullable(),
  })
  .meta({
    examples: [
      {
        first: `${exampleUrl}?page=1`,
        last: `${exampleUrl}?page=3`,
        prev: null,
        next: `${exampleUrl}?page=2`,
      },
    ],
  })

const exampleMeta = {
  current_page: 1,
  from: 1,
  last_page: 3,
  path: exampleUrl,
  per_page: 25,
  to: 25,
  total: 60,
}
const Meta = z
  .object({
    current_page: z.int().nullable(),
    from: z.int().nullable(),
    last_page: z.int().nullable(),
    path: z.string(),
    per_page: z.int(),
    to: z.int().nullable(),
    total: z
      .int()
      .nullable()
      .describe('Null if more than 1,000 rows match, unless the request sends with_total=1'),
  })
  .meta({ examples: [exampleMeta] })
const CursorPageMeta = Meta.extend({
  next_cursor: z
    .string()
    .nullable()
    .describe(
      'Cursor of the next page, null on the last page. Every page costs the same, however far into the list',
    ),
}).meta({ examples: [{ ...exampleMeta, next_cursor: 'MjU' }] })

/** Returns the response schema of a list that is paged by number. */
export function pageResponse<S extends z.ZodType>(schema: S) {
  return z.object({ data: z.array(schema), links: Links, meta: Meta, warnings: warningList })
}

/** Returns the response schema of a list that is paged by number or by cursor. */
export function cursorPageResponse<S extends z.ZodType>(schema: S) {
  return pageResponse(schema).extend({ meta: CursorPageMeta })
}

/**
 * Returns the response body of a list that is paged by number: the rows, and links to the neighboring pages.
 */
export function pageBody<Row>(request: FastifyRequest, query: PageRequest, { rows, more, total }: Page<Row>) {
  const path = request.server.config.PUBLIC_URL + pathOf(request.url)
  const page = query.cursor === undefined ? (query.page ?? 1) : null
  const offset = ((page ?? 1) - 1) * query.per_page
  const last_page = total === null ? null : Math.max(1, Math.ceil(total / query.per_page))
  const link = linkTo(request, path)
  const hasRange = page !== null && rows.length > 0
  return {
    data: rows,
    links: {
      first: link({ page: 1 }),
      last: last_page === null ? null : link({ page: last_page }),
      prev: page === null || page === 1 ? null : link({ page: page - 1 }),
      next: page === null || !more ? null : link({ page: page + 1 }),
    },
    meta: {
      current_page: page,
      from: hasRange ? offset + 1 : null,
      last_page,
      path,
      per_page: query.per_page,
      to: hasRange ? offset + rows.length : null,
      total,
    },
  }
}

/** Returns the response body of a list that is paged by number or by cursor. */
export function cursorPageBody<Row extends { id: number }>(
  request: FastifyRequest,
  query: PageRequest,
  page: Page<Row>,
  cursorOf: (row: Row) => string = ({ id }) => encodeCursor(id),
) {
  const { data, links, meta } = pageBody(request, query, page)
  const last = page.rows.at(-1)
  const next_cursor = page.more && last ? cursorOf(last) : null
  const byCursor = query.cursor !== undefined && next_cursor !== null
  const next = byCursor ? linkTo(request, meta.path)({ cursor: next_cursor }) : links.next
  return { data, links: { ...links, next }, meta: { ...meta, next_cursor } }
}

// Every link repeats the other query parameters. A long query is reduced to the parameters of the route, which
// are short once they are trimmed; otherwise the answer could be many times the request.
function linkTo(request: FastifyRequest, path: string) {
  const sent = new URLSearchParams(request.url.replace(/^[^?]*/, ''))
  sent.delete('page')
  sent.delete('cursor')
  const kept = sent.toString().length > maxQueryLength ? parametersOfRoute(request, sent) : sent
  return (position: { page?: number; cursor?: string }) => {
    const search = new URLSearchParams(kept)
    for (const [name, value] of Object.entries(position)) search.set(name, String(value))
    return `${path}?${search}`
  }
}

function parametersOfRoute({ routeOptions }: FastifyRequest, sent: URLSearchParams): URLSearchParams {
  const { querystring } = routeOptions.schema ?? {}
  const shape = querystring instanceof z.ZodObject ? querystring.shape : {}
  const parameters = new URLSearchParams()
  for (const [name, value] of sent)
    if (Object.hasOwn(shape, name)) parameters.append(name, String(trim(value) ?? ''))
  return parameters
}
