import type { FastifyReply, FastifyRequest } from 'fastify'
import { listSavedFilters } from '../../../../src/people/saved-filter.ts'
import { InboxQuery, listInbox } from '../../../../src/portfolio/proposal/inbox.ts'
import { invalid } from '../../../../src/record/fault.ts'
import { maxExactTotal } from '../../../../src/record/list/exact-total.ts'
import { webPaging } from '../../../../src/record/list/paging.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'
import { labelledErrors } from '../../form/labelled-errors.ts'
import { nameTyped, resolveReferences } from '../../form/references.ts'
import { type Html, html } from '../../html/html.ts'
import { counted } from '../../html/words.ts'
import { withoutEmptyParameters } from '../../list/empty-parameters.ts'
import { chipsOf, filterLine } from '../../list/filter-line.ts'
import { filterControls } from '../../list/filters.ts'
import { presets, saveForm } from '../../list/presets.ts'
import { personOf, redirect, sendPage } from '../../request/reply.ts'
import { adminActor } from '../../request/write.ts'
import { inboxForm } from './inbox-form.ts'
import { inboxLink } from './show.ts'

const collection = 'proposals'
const label = { singular: 'proposal', plural: collection }
const Query = InboxQuery.extend(webPaging)
const ownPresets = [
  { label: 'Waiting', query: { status: 'pending' } },
  { label: 'Applied', query: { status: 'applied' } },
  { label: 'Rejected', query: { status: 'rejected' } },
  { label: 'Expired', query: { status: 'expired' } },
]

/** Shows the proposals: the waiting ones first, the oldest first. */
export async function showInbox(request: FastifyRequest, reply: FastifyReply) {
  const shorter = withoutEmptyParameters(request)
  if (shorter) return redirect(reply, shorter)
  const { read } = request.server
  const person = personOf(request)
  const actor = adminActor(request)
  const controls = filterControls({ list: { query: InboxQuery } })
  const sent = Object.fromEntries(
    Object.entries(request.query as Record<string, string>).filter(
      ([name, value]) => name in Query.shape && value !== '',
    ),
  )
  const references = await resolveReferences(read, controls, sent, person)
  const checked = safeValidate(Query, references.values)
  const errors = { ...checked.errors, ...invalid(references.errors).errors }
  const data = Object.keys(errors).length === 0 ? checked.data : undefined
  const { page: _, per_page: __, ...filters } = sent
  const found = data ? await listInbox(read, { ...data, with_total: false }, person) : undefined
  const saved = await listSavedFilters(read, actor, collection)
  const named = await nameTyped(read, controls, filters, person)
  const messages = labelledErrors(errors, controls)
  const title = inboxLink.label
  const content = (csrf: string) => html`
    <div>
      <h1>${title}</h1>
      <p class="about">Writes of agents that wait until a person decides on them.</p>
    </div>
    ${presets({ collection, presets: ownPresets, saved, filters, person })}
    ${filterLine({
      action: inboxLink.href,
      controls,
      values: named,
      errors: messages,
      chips: chipsOf(controls, named as Record<string, string>, inboxLink.href, person, filters),
      more: saveForm({ collection, filters, person, csrf }),
    })}
    ${found && html`<p class="summary">${found.total === null ? `More than ${maxExactTotal.toLocaleString('en')} proposals` : counted(found.total, label)}</p>`}
    ${
      !found
        ? html`<p class="empty">Correct the filters.</p>`
        : found.rows.length === 0
          ? html`<p class="empty">${Object.keys(filters).length > 0 ? 'No proposal matches these filters.' : 'Nothing waits for a person.'}</p>`
          : inboxForm(found.rows, actor, csrf)
    }
    ${found && pageLinks(data?.page ?? 1, found.more, sent)}
  `
  return sendPage(request, reply, { title, content }, data ? 200 : 422)
}

function pageLinks(page: number, more: boolean, sent: Record<string, string>): Html {
  if (page === 1 && !more) return null
  const address = (page: number) =>
    `${inboxLink.href}?${new URLSearchParams({ ...sent, page: String(page) })}`
  return html`<nav class="pager" aria-label="Pages">
    ${page > 1 ? html`<a class="button" rel="prev" href=${address(page - 1)}>Previous</a>` : null}
    <span>Page ${page.toLocaleString('en')}</span>
    ${more ? html`<a class="button" rel="next" href=${address(page + 1)}>Next</a>` : null}
  </nav>`
}
