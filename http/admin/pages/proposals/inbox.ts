import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../../../src/access/actor.ts'
import { listSavedFilters } from '../../../../src/people/saved-filter.ts'
import { inDaysOf } from '../../../../src/portfolio/list/period.ts'
import { mayDecide } from '../../../../src/portfolio/proposal/decide.ts'
import { InboxQuery, type ListedProposal, listInbox } from '../../../../src/portfolio/proposal/inbox.ts'
import { undecidedStatuses } from '../../../../src/portfolio/vocabulary.ts'
import { invalid } from '../../../../src/record/fault.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { webPaging } from '../../../../src/record/list/paging.ts'
import { maxExactTotal } from '../../../../src/record/list/total.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'
import { labelledErrors } from '../../form/labelled-errors.ts'
import { nameTyped, resolveReferences } from '../../form/references.ts'
import { absent } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { csrfField } from '../../html/post-form.ts'
import { timestamp } from '../../html/time.ts'
import { counted, words } from '../../html/words.ts'
import { chipNames } from '../../list/chip-names.ts'
import { chipsOf, filterLine } from '../../list/filter-line.ts'
import { filterControls } from '../../list/filters.ts'
import { listTitle } from '../../list/list.ts'
import { withoutEmptyParameters } from '../../list/list-request.ts'
import { presets, saveForm } from '../../list/presets.ts'
import { proposalStatusMark, proposedAction, proposerLink, staleMark } from '../../parts/proposal.ts'
import { recordAddress } from '../../record/address.ts'
import { personOf, redirect, sendPage } from '../../request/reply.ts'
import { adminActor } from '../../request/write.ts'
import { inboxLink } from './show.ts'

const collection = 'proposals'
const label = { singular: 'proposal', plural: collection }
const Query = InboxQuery.extend(webPaging)
const ownPresets = [
  { label: 'Waiting', query: { status: 'pending' } },
  { label: 'Changes wanted', query: { status: 'changes_wanted' } },
  { label: 'Applied', query: { status: 'applied' } },
  { label: 'Rejected', query: { status: 'rejected' } },
  { label: 'Expired', query: { status: 'expired' } },
]

/** Shows the proposals: the waiting ones first, the oldest first. */
export async function showInbox(request: FastifyRequest, reply: FastifyReply) {
  const shorter = withoutEmptyParameters(request)
  if (shorter) return redirect(reply, shorter)
  const { read, config } = request.server
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
  const found = data
    ? await listInbox(read, { ...inDaysOf(data, config.TIME_ZONE), with_total: false }, person)
    : undefined
  const saved = await listSavedFilters(read, actor, collection)
  const named = await nameTyped(read, controls, filters, person)
  const names = await chipNames(read, filters, filters.kind?.replaceAll('-', '_'), person)
  const messages = labelledErrors(errors, controls)
  const title = inboxLink.label
  const content = (csrf: string) => html`
    ${listTitle(
      title,
      'Writes of agents that wait until a person decides on them.',
      found &&
        html`<p class="summary">${found.total === null ? `More than ${maxExactTotal.toLocaleString('en')} proposals` : counted(found.total, label)}</p>`,
    )}
    ${filterLine({
      action: inboxLink.href,
      presets: presets({ collection, presets: ownPresets, saved, filters, person }),
      controls,
      values: named,
      errors: messages,
      chips: chipsOf(
        controls,
        { ...(named as Record<string, string>), ...names },
        inboxLink.href,
        person,
        filters,
      ),
      more: saveForm({ collection, filters, person, csrf }),
    })}
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

// Renders proposals as rows. Those that the actor may decide on can be ticked, to be approved or rejected together by the
// buttons below.
function inboxForm(rows: ListedProposal[], actor: Actor, csrf: string): Html {
  const decidable = new Set(
    rows.filter((proposal) => proposal.status === 'pending' && mayDecide(actor, proposal)),
  )
  const table = html`<div class="table" tabindex="0" role="region" aria-label=${inboxLink.label}>
    <table class="rows" data-stacked data-rows>
      <thead>
        <tr>
          ${decidable.size > 0 ? html`<th scope="col"><span class="visually-hidden">Tick</span></th>` : null}
          <th scope="col">Title</th>
          <th scope="col">Status</th>
          <th scope="col">Action</th>
          <th scope="col">Product</th>
          <th scope="col">Proposed by</th>
          <th scope="col">Proposed</th>
          <th scope="col">Expires</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((proposal) => row(proposal, decidable.size > 0, decidable.has(proposal)))}
      </tbody>
    </table>
  </div>`
  if (decidable.size === 0) return table
  return html`<form method="post" action=${`${inboxLink.href}/decide`} class="decide">
    ${csrfField(csrf)} ${table}
    <div class="buttons bulk">
      <button class="primary" name="decision" value="approve" data-key="a" data-ticked>Approve</button>
      <button name="decision" value="reject" data-key="r" data-ticked>Reject</button>
      <label for="note">Note</label>
      <textarea id="note" name="note" rows="1" maxlength="1000" placeholder="With a rejection, for who proposed"></textarea>
    </div>
  </form>`
}

function row(proposal: ListedProposal, hasTicks: boolean, isDecidable: boolean): Html {
  const { id, conflicts, title, product_slug, product_name, created_at, expires_at, status } = proposal
  const tick =
    isDecidable &&
    html`<input type="checkbox" name="ids" value=${id} aria-label=${`Tick: ${visibleName({ id, name: title })}`} />`
  return html`<tr>
    ${hasTicks ? html`<td class="tick">${tick}</td>` : null}
    <th scope="row" class="wide"><a href=${`${inboxLink.href}/${id}`}><span class="clamp" title=${title}>${visibleName({ id, name: title })}</span></a></th>
    <td data-label="Status">${proposalStatusMark(proposal)}${conflicts > 0 ? html` <a href=${`${inboxLink.href}/${id}#conflicts`}>${staleMark}</a>` : null}</td>
    <td class="wide" data-label="Action">${proposedAction(proposal)}${changesLine(proposal)}</td>
    <td class="wide" data-label="Product">${product_slug === null ? absent : html`<a href=${recordAddress('products', product_slug)}>${product_name}</a>`}</td>
    <td class="wide" data-label="Proposed by">${proposerLink(proposal)}</td>
    <td data-label="Proposed">${timestamp(created_at)}</td>
    <td data-label="Expires">${undecidedStatuses.includes(status) ? timestamp(expires_at) : absent}</td>
  </tr>`
}

const maxNamed = 3

// What a proposal changes of stored records: how they stand first, with the values.
function changesLine({ changed, is_risky }: ListedProposal): Html {
  const named = changed
    .slice(0, maxNamed)
    .map(({ name, from, to }) =>
      from === null && to === null ? words(name) : `${words(name)}: ${valueText(from)} → ${valueText(to)}`,
    )
  const more = changed.length - named.length
  const line = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  if (line === '' && !is_risky) return null
  return html`<div class="muted">${is_risky ? html`<span class="badge warn">Risky</span> ` : null}${line}</div>`
}

// Most of these fields are choices, whose values are names.
function valueText(value: unknown): string {
  return value === null ? 'none' : words(String(value))
}
