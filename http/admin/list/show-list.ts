import type { FastifyReply, FastifyRequest } from 'fastify'
import { readTitles } from '../../../src/catalog/record-titles.ts'
import { listSavedFilters } from '../../../src/people/saved-filter.ts'
import { withAgents } from '../form/agents.ts'
import { nameTyped } from '../form/references.ts'
import type { Html } from '../html/html.ts'
import { localized } from '../html/text.ts'
import { listLink, rowReferences } from '../record/links.ts'
import type { FormValues, RecordPages } from '../record/record.ts'
import { mayCreate, mayWrite } from '../record/row.ts'
import { ownPath } from '../request/path.ts'
import { personOf, redirect, sendPage } from '../request/reply.ts'
import { adminActor } from '../request/write.ts'
import { sendCsv } from './export.ts'
import { filterControls, filteredRecords } from './filters.ts'
import { listPage } from './list.ts'
import { type ListRequest, readListRequest, rowsQuery, withoutEmptyParameters } from './list-request.ts'

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
  const address = withoutEmptyParameters(request)
  if (address) return redirect(reply, address)
  const person = personOf(request)
  const { read, readReplica } = request.server
  const { list, shown } = await listOf(request, pages)
  const [controls, page, others, saved] = await Promise.all([
    withAgents(read, filterControls(pages), list.sent),
    list.isInvalid
      ? { rows: [], more: false, total: 0 }
      : pages.list.run(readReplica, rowsQuery(pages, list.query) as never, person),
    parts?.(list),
    listSavedFilters(read, adminActor(request), pages.collection),
  ])
  const titles = await readTitles(readReplica, [
    ...rowReferences(page.rows, pages.columns),
    ...filteredRecords(pages, list.sent, person),
  ])
  const canCreate = mayCreate(request, pages)
  const content = (csrf: string) =>
    listPage({
      pages,
      request: list,
      controls,
      shown,
      page,
      person,
      csrf,
      mayCreate: canCreate,
      mayWrite: mayWrite(request, pages),
      address: ownPath(request.url) ?? listLink(pages).href,
      saved,
      titles,
      ...others,
    })
  return sendPage(
    request,
    reply,
    { title: localized(listLink(pages).label), content },
    list.isInvalid ? 422 : 200,
  )
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
  const { list } = await listOf(request, pages)
  return list.isInvalid ? showList(request, reply, pages, parts) : sendCsv(request, reply, pages, list.query)
}

// `shown` are the filters as the controls show them.
async function listOf(request: FastifyRequest, pages: RecordPages) {
  const list = await readListRequest(request, pages, request.query as FormValues)
  const { read } = request.server
  const shown = await nameTyped(read, filterControls(pages), list.sent, personOf(request))
  return { list, shown }
}
