import type { FastifyReply, FastifyRequest } from 'fastify'
import { listHistory } from '../../../../src/journal/record-history.ts'
import { policyDenied } from '../../../../src/record/fault.ts'
import type { Server } from '../../../server/server.ts'
import { changeField, showField } from '../../form/inline-edit.ts'
import { change, create, showEdit, showNew } from '../../form/record-form.ts'
import { compareVersions } from '../../history/compare.ts'
import { historyList } from '../../history/history.ts'
import { html } from '../../html/html.ts'
import { exportList, showList } from '../../list/show-list.ts'
import { openProposals } from '../../parts/proposal.ts'
import { recordAddress } from '../../record/address.ts'
import { listAbove, rowTitles, titleOf } from '../../record/links.ts'
import type { RecordPages } from '../../record/record.ts'
import { currentVersion, maySee, mayWrite, rowOf } from '../../record/row.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { filteredListBehind, forgetList } from '../../request/way-back.ts'
import { changeMany } from '../bulk/index.ts'
import { actionsOf, confirm, perform } from './actions.ts'
import { recordButtons, withdrawLink } from './buttons.ts'
import { fieldList, fieldsNamed } from './detail.ts'
import { type NoteForm, noteRoutes, noteSection, openNotes } from './notes.ts'
import { relatedLists, sectionLinks } from './related.ts'

const shownChanges = 20

/** Registers the pages of one kind of record: list, export, forms, page of a record, and actions. */
export function mountRecord(app: Server, pages: RecordPages): void {
  const { collection } = pages
  const address = `/${collection}`
  app.register(async (area: Server) => {
    if (pages.access === 'everyone')
      area.addHook('onRoute', (route) => {
        route.config = { ...route.config, access: 'everyone' }
      })
    area.addHook('onRequest', async (request) => {
      if (!maySee(pages, personOf(request))) throw policyDenied()
    })
    area.get(address, (request, reply) => showList(request, reply, pages))
    // A HEAD request would read every row.
    area.get(`${address}.csv`, { exposeHeadRoute: false, compress: false }, (request, reply) =>
      exportList(request, reply, pages),
    )
    if (pages.create) {
      area.get(`${address}/new`, (request, reply) => showNew(request, reply, pages))
      area.post(`${address}/new`, (request, reply) => create(request, reply, pages))
    }
    area.get(`${address}/:id`, (request, reply) => showOne(request, reply, pages))
    area.get(`${address}/:id/compare`, (request, reply) => compareVersions(request, reply, pages))
    if (pages.change) {
      area.get(`${address}/:id/edit`, (request, reply) => showEdit(request, reply, pages))
      area.post(`${address}/:id/edit`, (request, reply) => change(request, reply, pages))
      area.get(`${address}/:id/edit/:field`, (request, reply) => showField(request, reply, pages))
      area.post(`${address}/:id/edit/:field`, (request, reply) => changeField(request, reply, pages))
    }
    if (pages.bulk) area.post(`${address}/bulk`, (request, reply) => changeMany(request, reply, pages))
    if (pages.hasNotes) noteRoutes(area, pages, showOne)
    for (const action of actionsOf(pages)) {
      if (action.confirm)
        area.get(`${address}/:id/${action.path}`, (request, reply) => confirm(request, reply, pages, action))
      const { allowsInactive } = action
      area.post(`${address}/:id/${action.path}`, { config: { allowsInactive } }, (request, reply) =>
        perform(request, reply, pages, action),
      )
    }
  })
}

async function showOne(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  noteForm: NoteForm = {},
) {
  // Only a button or a form that performs its action at once needs the version. Read first, it cannot be newer than the row.
  const version = actionsOf(pages).some(({ confirm, isOnPage }) => !confirm || isOnPage)
    ? await currentVersion(request, pages)
    : undefined
  const row = await rowOf(request, reply, pages)
  if (!row) return reply
  const person = personOf(request)
  const { read } = request.server
  const query = request.query as Record<string, unknown>
  const mayChange = mayWrite(request, pages) && (pages.mayChange?.(row, person) ?? true)
  const csrf = reply.generateCsrf()
  const titles = await rowTitles(read, [row])
  const back = filteredListBehind(request, pages.collection)
  forgetList(request, reply)
  const zone = request.server.config.TIME_ZONE
  const context = { row, person, titles, csrf, read, query, back, zone, version }
  const [withdraw, waiting, history, related, lead, firstPart, part, lastPart, , notes] = await Promise.all([
    withdrawLink(read, pages, row, person),
    openProposals(read, pages.historyType, row),
    listHistory(
      read,
      { record_type: pages.historyType, record_id: row.id },
      { page: 1, per_page: shownChanges, with_total: false },
    ).then(({ rows }) =>
      historyList(read, pages.historyType, rows, person, recordAddress(pages.collection, row.id)),
    ),
    relatedLists(read, pages, context, mayChange),
    pages.lead?.more(context),
    pages.firstPart?.(context),
    pages.part?.(context),
    pages.lastPart?.(context),
    pages.hasNotes && openNotes(request, pages, row),
    pages.hasNotes && noteSection(pages, context, mayWrite(request, pages), noteForm),
  ])
  const mayEdit = mayChange && (pages.change?.isPossible?.(row) ?? true)
  const { fields = [] } = pages.lead ?? {}
  const main = fieldList(pages, context, mayEdit, fields)
  const title = titleOf(pages, row)
  const content = () => html`
    <div class="head">
      <h1>${title}</h1>
      <div class="buttons">${recordButtons(pages, context, mayChange, version)} ${withdraw}</div>
    </div>
    ${waiting} ${pages.caution?.(row, person)}
    ${lead && html`<dl class="values lead">${fieldsNamed(pages, context, mayEdit, fields)} ${lead}</dl>`}
    ${sectionLinks(related.sections, history !== null)}
    ${related.beside.length > 0 ? html`<div class="beside-first">${firstPart}<div class="stack">${related.beside}</div></div>` : firstPart}
    ${main} ${part} ${related.lists} ${lastPart} ${notes} ${history}
  `
  const status = noteForm.errors ? 422 : 200
  return sendPage(request, reply, { title, content, csrf, above: [listAbove(pages, back)] }, status)
}
