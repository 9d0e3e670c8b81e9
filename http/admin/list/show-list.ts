import type { FastifyReply, FastifyRequest } from 'fastify'
import { listSavedFilters } from '../../../src/people/saved-filter.ts'
import type { Html } from '../html/html.ts'
import { listLink } from '../record/links.ts'
import type { RecordPages } from '../record/record.ts'
import { mayCreate } from '../record/row.ts'
import { personOf, sendPage } from '../request/reply.ts'
import { adminActor } from '../request/write.ts'
import { sendCsv } from './export.ts'
import { filterTitles } from './filter-text.ts'
import { listPage } from './list.ts'
import { type ListRequest, listRequest } from './list-request.ts'

/**
 * Reads what a list page shows besides its rows: `lead` above the filters, `overview` between the filters and the rows.
 */
type Parts = (list: ListRequest) => Promise<{ lead: Html; overview: Html }>

/**
 * Sends the list page of a kind of record, with the rows that the query selects. The status is 422 if the query is
 * invalid.
 */
export async function showList(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  parts?: Parts,
) {
  const person = personOf(request)
  const list = listRequest(pages, request.query as Record<string, unknown>)
  const { read, readReplica } = request.server
  const [page, others, saved, titles] = await Promise.all([
    list.isInvalid
      ? { rows: [], more: false, total: 0 }
      : pages.list.run(readReplica, { ...list.query, with_total: false } as never, person),
    parts?.(list),
    listSavedFilters(read, adminActor(request), pages.collection),
    filterTitles(readReplica, pages, list.sent, person),
  ])
  const canCreate = mayCreate(request, pages)
  const content = (csrf: string) =>
    listPage({ pages, request: list, page, person, csrf, mayCreate: canCreate, saved, titles, ...others })
  return sendPage(request, reply, { title: listLink(pages).label, content }, list.isInvalid ? 422 : 200)
}

/**
 * Sends the rows that the query selects as CSV. If the query is invalid, sends the list page with the errors instead.
 */
export async function exportList(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  parts?: Parts,
) {
  const list = listRequest(pages, request.query as Record<string, unknown>)
  return list.isInvalid ? showList(request, reply, pages, parts) : sendCsv(request, reply, pages, list.query)
}
