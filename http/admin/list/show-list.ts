import type { FastifyReply, FastifyRequest } from 'fastify'
import { listSavedFilters } from '../../../src/people/saved-filter.ts'
import type { Html } from '../html.ts'
import { listLink } from '../links.ts'
import type { RecordPages } from '../record.ts'
import { personOf, sendPage } from '../reply.ts'
import { mayCreate } from '../row.ts'
import { adminActor } from '../write.ts'
import { sendCsv } from './export.ts'
import { filterTitles } from './filter-text.ts'
import { listPage } from './list.ts'
import { type ListRequest, listRequest } from './list-request.ts'

/** Reads what a list page shows besides its rows: `lead` above the filters, `overview` between the filters and the rows. */
type Parts = (list: ListRequest) => Promise<{ lead: Html; overview: Html }>

/** Shows the page of a list that a request selects. */
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

/** Sends a list as CSV. Invalid filters are shown on the page of the list, beside their controls. */
export async function exportList(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  parts?: Parts,
) {
  const list = listRequest(pages, request.query as Record<string, unknown>)
  return list.isInvalid ? showList(request, reply, pages, parts) : sendCsv(request, reply, pages, list.query)
}
