import type { FastifyReply, FastifyRequest } from 'fastify'
import { safeValidate } from '../../../src/record/validate.ts'
import {
  type FoundRecords,
  maxPerKind,
  RecordSearchQuery,
  searchRecords,
} from '../../../src/record-search.ts'
import type { Server } from '../../server.ts'
import { textFilters } from '../filters.ts'
import { type Html, html } from '../html.ts'
import { allRecords } from '../records/index.ts'
import { personOf, sendPage } from '../reply.ts'
import { words } from '../words.ts'

const title = 'Search'

/** Registers the search over all records. */
export function searchPage(app: Server): void {
  app.get('/search', showSearch)
}

async function showSearch(request: FastifyRequest, reply: FastifyReply) {
  const { q } = request.query as { q?: unknown }
  const isAdmin = personOf(request).role === 'admin'
  if (typeof q !== 'string' || q.trim() === '')
    return send(
      html`<p class="empty">Type a part of a name, a title, a slug or an email in the box above.</p>`,
    )
  const { data, errors } = safeValidate(RecordSearchQuery, { q })
  if (!data) return send(html`<p class="error">${errors?.q?.join(' ')}</p>`, 422)
  const found = await searchRecords(request.server.readReplica, data, { isAdmin })
  return send(
    found.length === 0
      ? html`<p class="empty">No record contains “${data.q}”.</p>`
      : html`<div class="panels">${found.map((group) => groupOf(group, data.q))}</div>`,
  )

  function send(results: Html, status = 200) {
    const content = () =>
      html`<h1>${typeof q === 'string' && q.trim() ? `Search: ${q.trim()}` : title}</h1>${results}`
    return sendPage(request, reply, { title, content }, status)
  }
}

function groupOf({ collection, records }: FoundRecords, q: string): Html {
  return html`<section class="panel" aria-labelledby=${`found-${collection}`}>
    <h2 id=${`found-${collection}`}>${words(collection)}</h2>
    <ul class="found">
      ${records.map(
        ({ id, title, platform }) => html`<li>
          <a href=${`/admin/${collection}/${id}`}>${marked(title, q)}</a>
          ${platform && html`${' '}<span class="muted">${words(platform)}</span>`}
        </li>`,
      )}
    </ul>
    ${records.length < maxPerKind ? null : html`<a href=${listOf(collection, q)}>More in the list</a>`}
  </section>`
}

function listOf(collection: string, q: string): string {
  const shape = allRecords.find((pages) => pages.collection === collection)?.list.query.shape ?? {}
  const name = textFilters.find((candidate) => candidate in shape)
  return `/admin/${collection}${name ? `?${new URLSearchParams({ [name]: q })}` : ''}`
}

// Marks the part of a title that was searched for. The slug or the email may have matched instead.
function marked(title: string, q: string): Html {
  const start = title.toLowerCase().indexOf(q.toLowerCase())
  if (start < 0) return title
  const end = start + q.length
  return html`${title.slice(0, start)}<mark>${title.slice(start, end)}</mark>${title.slice(end)}`
}
