import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FoundRecords } from '../../../src/catalog/other-record-search.ts'
import { RecordSearchQuery, searchRecords } from '../../../src/catalog/record-search.ts'
import { safeValidate } from '../../../src/record/validation/validate.ts'
import type { Server } from '../../server/server.ts'
import { type Html, html, render } from '../html/html.ts'
import { localized, t } from '../html/text.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { distinctTitle } from '../record/record-link.ts'
import { recordText } from '../record/record-text.ts'
import { mayCreate } from '../record/row.ts'
import { allRecords } from '../records/index.ts'
import { personOf } from '../request/reply.ts'
import { marked, marker, pagesOfKind, standingOf } from './search.ts'

const maxPages = 5
const maxOfKind = 3
const maxRecords = 12

type Link = { href: string; label: Html; about: Html[] }

/** Registers what the box of the search shows below it while a person types: a part of a page, without a page. */
export function quickSearch(app: Server): void {
  app.get('/search/quick', async (request, reply) => {
    const { q } = request.query as { q?: unknown }
    const { data } = safeValidate(RecordSearchQuery, { q })
    return send(request, reply, data ? await resultsFor(request, data.q) : null)
  })
}

function send({ server }: FastifyRequest, reply: FastifyReply, results: Html) {
  return reply.type('text/html; charset=utf-8').send(render(results, server.config.TIME_ZONE))
}

async function resultsFor(request: FastifyRequest, q: string): Promise<Html> {
  const { stems, found } = await searchRecords(request.server.readReplica, { q }, personOf(request))
  const pattern = marker(q, stems)
  const links = [...pageLinks(request, q, pattern), ...recordLinks(found, pattern)]
  const count = links.length === 0 ? t('list.nothingFound') : t('list.results', { count: links.length })
  return html`
    <p role="status" class=${links.length === 0 ? 'muted' : 'visually-hidden'}>${count}</p>
    ${
      links.length > 0 &&
      html`<ul>
        ${links.map(({ href, label, about }) => html`<li><a href=${href}><span>${label}</span> <span class="muted">${about.map((part, index) => html`${index > 0 && ' · '}${part}`)}</span></a></li>`)}
        <li><a href=${listAddress('search', { q })}>${t('list.allResults')}</a></li>
      </ul>`
    }
  `
}

function pageLinks(request: FastifyRequest, q: string, pattern: RegExp): Link[] {
  const lower = q.toLowerCase()
  const lists = request.server.navigation(personOf(request)).flatMap(({ links }) => links)
  const forms = allRecords
    .filter((pages) => mayCreate(request, pages))
    .map((pages) => ({ href: `${listAddress(pages.collection)}/new`, label: recordText(pages, 'new') }))
  return [...lists, ...forms]
    .map(({ href, label }) => ({ href, label: localized(label) }))
    .filter(({ label }) => label.toLowerCase().includes(lower))
    .slice(0, maxPages)
    .map(({ href, label }) => ({ href, label: marked(label, pattern), about: [t('list.pageResult')] }))
}

function recordLinks(found: FoundRecords[], pattern: RegExp): Link[] {
  return found
    .flatMap(({ kind, records }) => {
      const pages = pagesOfKind(kind)
      return records.slice(0, maxOfKind).map((record) => ({
        href: recordAddress(pages.collection, record.id),
        label: marked(distinctTitle(kind, record), pattern),
        about: [recordText(pages, 'name'), ...standingOf(record, kind)],
      }))
    })
    .slice(0, maxRecords)
}
