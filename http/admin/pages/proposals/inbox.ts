import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../../../src/access/actor.ts'
import { phrase } from '../../../../src/language/phrase.ts'
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
import { localized, t } from '../../html/text.ts'
import { timestamp } from '../../html/time.ts'
import { fieldLabel } from '../../html/words.ts'
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
import { choiceLabel } from './labels.ts'
import { inboxLink } from './show.ts'

const collection = 'proposals'
const Query = InboxQuery.extend(webPaging)
const ownPresets = [
  { label: phrase('proposals.waiting'), query: { status: 'pending' } },
  { label: phrase('proposals.changesWanted'), query: { status: 'changes_wanted' } },
  { label: phrase('proposals.applied'), query: { status: 'applied' } },
  { label: phrase('proposals.rejected'), query: { status: 'rejected' } },
  { label: phrase('proposals.expired'), query: { status: 'expired' } },
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
  const title = localized(inboxLink.label)
  const content = (csrf: string) => html`
    ${listTitle(
      title,
      t('proposals.about'),
      found &&
        html`<p class="summary">${found.total === null ? t('proposals.moreThan', { count: maxExactTotal }) : t('proposals.count', { count: found.total })}</p>`,
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
        ? html`<p class="empty">${t('proposals.correctFilters')}</p>`
        : found.rows.length === 0
          ? html`<p class="empty">${Object.keys(filters).length > 0 ? t('proposals.noMatch') : t('proposals.nothingWaits')}</p>`
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
  return html`<nav class="pager" aria-label=${t('proposals.pages')}>
    ${page > 1 ? html`<a class="button" rel="prev" href=${address(page - 1)}>${t('proposals.previous')}</a>` : null}
    <span>${t('proposals.page', { page })}</span>
    ${more ? html`<a class="button" rel="next" href=${address(page + 1)}>${t('proposals.next')}</a>` : null}
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
          ${decidable.size > 0 ? html`<th scope="col"><span class="visually-hidden">${t('proposals.tick')}</span></th>` : null}
          <th scope="col">${t('proposals.title')}</th>
          <th scope="col">${t('proposals.status')}</th>
          <th scope="col">${t('proposals.action')}</th>
          <th scope="col">${t('proposals.product')}</th>
          <th scope="col">${t('proposals.proposedBy')}</th>
          <th scope="col">${t('proposals.proposed')}</th>
          <th scope="col">${t('proposals.expires')}</th>
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
      <button class="primary" name="decision" value="approve" data-key="a" data-ticked>${t('proposals.approve')}</button>
      <button name="decision" value="reject" data-key="r" data-ticked>${t('proposals.reject')}</button>
      <label for="note">${t('proposals.note')}</label>
      <textarea id="note" name="note" rows="1" maxlength="1000" placeholder=${t('proposals.noteWithRejection')}></textarea>
    </div>
  </form>`
}

function row(proposal: ListedProposal, hasTicks: boolean, isDecidable: boolean): Html {
  const { id, conflicts, product_slug, product_name, created_at, expires_at, status } = proposal
  const title = proposal.action === 'batch' ? proposedAction(proposal) : proposal.title
  const name = visibleName({ id, name: title })
  const tick =
    isDecidable &&
    html`<input type="checkbox" name="ids" value=${id} aria-label=${t('proposals.tickOne', { title: name })} />`
  return html`<tr>
    ${hasTicks ? html`<td class="tick">${tick}</td>` : null}
    <th scope="row" class="wide"><a href=${`${inboxLink.href}/${id}`}><span class="clamp" title=${title}>${name}</span></a></th>
    <td data-label=${t('proposals.status')}>${proposalStatusMark(proposal)}${conflicts > 0 ? html` <a href=${`${inboxLink.href}/${id}#conflicts`}>${staleMark}</a>` : null}</td>
    <td class="wide" data-label=${t('proposals.action')}>${proposedAction(proposal)}${changesLine(proposal)}</td>
    <td class="wide" data-label=${t('proposals.product')}>${product_slug === null ? absent : html`<a href=${recordAddress('products', product_slug)}>${product_name}</a>`}</td>
    <td class="wide" data-label=${t('proposals.proposedBy')}>${proposerLink(proposal)}</td>
    <td data-label=${t('proposals.proposed')}>${timestamp(created_at)}</td>
    <td data-label=${t('proposals.expires')}>${undecidedStatuses.includes(status) ? timestamp(expires_at) : absent}</td>
  </tr>`
}

const maxNamed = 3

// What a proposal changes of stored records: how they stand first, with the values.
function changesLine({ changed, is_risky, targets }: ListedProposal): Html {
  const kinds = targets.map(({ kind }) => kind)
  const valueText = (name: string, value: unknown) =>
    value === null ? t('proposals.noValue') : choiceLabel(kinds, name, String(value))
  const named = changed
    .slice(0, maxNamed)
    .map(({ name, from, to }) =>
      from === null && to === null
        ? fieldLabel(name)
        : `${fieldLabel(name)}: ${valueText(name, from)} → ${valueText(name, to)}`,
    )
  const more = changed.length - named.length
  const line = [...named, ...(more > 0 ? [t('proposals.moreFields', { count: more })] : [])].join(', ')
  if (line === '' && !is_risky) return null
  return html`<div class="muted">${is_risky ? html`<span class="badge warn">${t('proposals.risky')}</span> ` : null}${line}</div>`
}
