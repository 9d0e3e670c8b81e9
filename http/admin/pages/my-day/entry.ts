import type { Work } from '../../../../src/catalog/my-day.ts'
import type { CanonRule } from '../../../../src/portfolio/canon-rule/canon-rule.ts'
import type { ListedProposal } from '../../../../src/portfolio/proposal/inbox.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { badge } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { items, panel } from '../../html/panels.ts'
import { csrfField } from '../../html/post-form.ts'
import { timestamp } from '../../html/time.ts'
import { words } from '../../html/words.ts'
import { proposedAction, proposerLink } from '../../parts/proposal.ts'
import { recordAddress } from '../../record/address.ts'
import { myDayAddress, workKinds } from './kinds.ts'

/** A day that could not be stored: what was sent for a record, and why it was rejected. */
export type Rejected = { collection: string; id: number; due_at: unknown; messages: string[] }

/** What the entries of the page are rendered from. `later` is the day that a postponement proposes. */
export type WorkContext = {
  csrf: string
  today: string
  later: string
  mayWrite: boolean
  rejected: Rejected | undefined
}

const urgent = ['critical', 'high']

/** Renders work with the buttons that finish and postpone it. */
export function workEntry(work: Work, context: WorkContext): Html {
  const { pages } = workKinds[work.record_type]
  const id = `${pages.collection}-${work.id}`
  return html`<li id=${id}>
    <div class="what">
      <a id=${`${id}-title`} href=${recordAddress(pages.collection, work.id)}>${visibleName({ id: work.id, name: work.title })}</a>
      <p class="meta">${facts(work, context).map((fact) => html`<span>${fact}</span> `)}</p>
    </div>
    ${context.mayWrite && buttons(work, context)}
  </li>`
}

function facts(
  { record_type, due_at, priority, product, owner, blocker, reason }: Work,
  { today }: WorkContext,
) {
  const { pages, due } = workKinds[record_type]
  const isOverdue = due_at !== null && due_at < today
  return [
    due ?? words(pages.label.singular),
    due_at !== null && html`due <time datetime=${due_at}>${due_at === today ? 'today' : due_at}</time>`,
    isOverdue && html`<span class="badge bad">Overdue</span>`,
    priority !== null && urgent.includes(priority) && badge(priority),
    product && html`<a href=${recordAddress('products', product.id)}>${visibleName(product)}</a>`,
    owner !== null && `assigned to ${owner}`,
    blocker &&
      html`waits for <a href=${recordAddress('tasks', blocker.id)}>${visibleName({ id: blocker.id, name: blocker.title })}</a>`,
    reason !== null && `waits for: ${reason}`,
  ].filter((fact) => fact !== false && fact !== null)
}

function buttons({ record_type, id }: Work, { csrf, later, rejected }: WorkContext): Html {
  const { collection } = workKinds[record_type].pages
  const address = `${myDayAddress}/${collection}/${id}`
  const name = `${collection}-${id}`
  const wrong = rejected?.collection === collection && rejected.id === id ? rejected : undefined
  const day = wrong ? wrong.due_at : later
  return html`<div class="do">
    <form method="post" action=${`${address}/done`}>
      ${csrfField(csrf)}
      <button aria-describedby=${`${name}-title`}>Done</button>
    </form>
    <form method="post" action=${`${address}/postpone`} novalidate>
      ${csrfField(csrf)}
      <label class="visually-hidden" for=${`${name}-day`}>Postpone to</label>
      <input
        type="date"
        id=${`${name}-day`}
        name="due_at"
        value=${typeof day === 'string' ? day : ''}
        aria-invalid=${wrong ? 'true' : undefined}
        aria-describedby=${wrong ? `${name}-error` : undefined}
      />
      <button aria-describedby=${`${name}-title`}>Postpone</button>
      ${wrong && html`<p class="error" id=${`${name}-error`} role="alert">${wrong.messages.join(' ')}</p>`}
    </form>
  </div>`
}

/** Renders a proposal that the person may decide on. */
export function approvalEntry(proposal: ListedProposal): Html {
  return proposalEntry(proposal, html`by ${proposerLink(proposal)}`, 'Decide')
}

/** Renders a proposal of the person, which waits for another. */
export function ownProposalEntry(proposal: ListedProposal): Html {
  return proposalEntry(proposal, 'your proposal', 'Show')
}

function proposalEntry(proposal: ListedProposal, by: Html, label: string): Html {
  const { id, title, product_slug, product_name, expires_at } = proposal
  const name = `proposal-${id}`
  const product =
    product_slug !== null &&
    html`<span><a href=${recordAddress('products', product_slug)}>${product_name}</a></span>`
  return html`<li>
    <div class="what">
      <a id=${name} href=${recordAddress('proposals', id)}>${visibleName({ id, name: title })}</a>
      <p class="meta"><span>${proposedAction(proposal)}</span> <span>${by}</span> ${product} <span>expires ${timestamp(expires_at)}</span></p>
    </div>
    <div class="do"><a class="button" href=${recordAddress('proposals', id)} aria-describedby=${name}>${label}</a></div>
  </li>`
}

/** Renders a canon rule that no admin has approved. */
export function ruleEntry({ id, title }: CanonRule): Html {
  const name = `canon-rule-${id}`
  return html`<li>
    <div class="what">
      <a id=${name} href=${recordAddress('canon-rules', id)}>${visibleName({ id, name: title })}</a>
      <p class="meta"><span>Canon rule, not approved</span></p>
    </div>
    <div class="do"><a class="button" href=${recordAddress('canon-rules', id)} aria-describedby=${name}>Decide</a></div>
  </li>`
}

const shownWork = 5

/** Renders the first entries of the work of a person for the dashboard. */
export function workPanel(work: Work[], today: string): Html {
  const due = work.filter(({ waits }) => !waits)
  const list = due.slice(0, shownWork).map(({ record_type, id, title, due_at, product }) => {
    const { pages, due } = workKinds[record_type]
    const kind = due ?? words(pages.label.singular)
    return {
      lead: dueMark(due_at ?? today, today),
      title: visibleName({ id, name: title }),
      text: product ? `${kind}, ${visibleName(product)}` : kind,
      href: recordAddress(pages.collection, id),
    }
  })
  return panel(
    'my-day',
    html`<a href=${myDayAddress}>My day</a>`,
    html`${items(list, 'You have nothing to do this week.')}
      ${due.length > list.length && html`<p><a href=${myDayAddress}>All ${due.length}</a></p>`}`,
  )
}

function dueMark(day: string, today: string): Html {
  const shown = html`<time datetime=${day}>${day === today ? 'Today' : day}</time>`
  return day < today ? html`<span class="badge bad" title="Overdue">${shown}</span>` : shown
}
