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
import { claimText } from '../../parts/task-work.ts'
import { recordAddress } from '../../record/address.ts'
import type { ShowOwner } from '../../record/person-link.ts'
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
  show: ShowOwner
}

const urgent = ['critical', 'high']

/** Renders work with the buttons that finish and postpone it. */
export function workEntry(work: Work, context: WorkContext): Html {
  const { pages } = workKinds[work.record_type]
  const id = `${pages.collection}-${work.id}`
  return html`<li id=${id}>
    <div class="what">
      <a href=${recordAddress(pages.collection, work.id)}>${visibleName({ id: work.id, name: work.title })}</a>
      <p class="meta">${facts(work, context).map((fact) => html`<span>${fact}</span> `)}</p>
    </div>
    ${context.mayWrite && buttons(work, context)}
  </li>`
}

function facts(work: Work, context: WorkContext) {
  const { today } = context
  const { due_at, priority, product, owner, blocker, reason, claim } = work
  const isOverdue = due_at !== null && due_at < today
  return [
    kindOf(work),
    due_at !== null && html`due <time datetime=${due_at}>${due_at === today ? 'today' : due_at}</time>`,
    isOverdue && html`<span class="badge bad">Overdue</span>`,
    priority !== null && urgent.includes(priority) && badge(priority),
    product && html`<a href=${recordAddress('products', product.id)}>${visibleName(product)}</a>`,
    owner !== null && html`assigned to ${context.show(owner)}`,
    blocker &&
      html`waits for <a href=${recordAddress('tasks', blocker.id)}>${visibleName({ id: blocker.id, name: blocker.title })}</a>`,
    reason !== null && `waits for: ${reason}`,
    claim && claimText(claim),
  ].filter((fact) => fact !== false && fact !== null)
}

// What is to be done, in words.
function kindOf({ record_type, is_verdict }: Work): string {
  const { pages, due } = workKinds[record_type]
  return is_verdict ? 'Verdict of decision' : (due ?? words(pages.label.singular))
}

// Each name says which record it is about: the page has the same buttons for every entry.
function buttons({ record_type, id, title, is_verdict }: Work, { csrf, later, rejected }: WorkContext): Html {
  const { collection } = workKinds[record_type].pages
  const address = `${myDayAddress}/${collection}/${id}`
  const name = `${collection}-${id}`
  const record = visibleName({ id, name: title })
  // The outcome is judged beside what was measured, and its day is fixed.
  if (is_verdict)
    return html`<div class="do">
      <a class="button" href=${`${recordAddress(collection, id)}#outcome`} aria-label=${`Judge: ${record}`}>Judge</a>
    </div>`
  const wrong = rejected?.collection === collection && rejected.id === id ? rejected : undefined
  const day = wrong ? wrong.due_at : later
  return html`<div class="do">
    <form method="post" action=${`${address}/done`}>
      ${csrfField(csrf)}
      <button aria-label=${`Done: ${record}`}>Done</button>
    </form>
    <form method="post" action=${`${address}/postpone`} novalidate>
      ${csrfField(csrf)}
      <label class="visually-hidden" for=${`${name}-day`}>${`Postpone to: ${record}`}</label>
      <input
        type="date"
        id=${`${name}-day`}
        name="due_at"
        value=${typeof day === 'string' ? day : ''}
        aria-invalid=${wrong ? 'true' : undefined}
        aria-describedby=${wrong ? `${name}-error` : undefined}
      />
      <button aria-label=${`Postpone: ${record}`}>Postpone</button>
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
  const record = visibleName({ id, name: title })
  const product =
    product_slug !== null &&
    html`<span><a href=${recordAddress('products', product_slug)}>${product_name}</a></span>`
  return html`<li>
    <div class="what">
      <a href=${recordAddress('proposals', id)}>${record}</a>
      <p class="meta"><span>${proposedAction(proposal)}</span> <span>${by}</span> ${product} <span>expires ${timestamp(expires_at)}</span></p>
    </div>
    <div class="do"><a class="button" href=${recordAddress('proposals', id)} aria-label=${`${label}: ${record}`}>${label}</a></div>
  </li>`
}

/** Renders a canon rule that no admin has approved. */
export function ruleEntry({ id, title }: CanonRule): Html {
  const record = visibleName({ id, name: title })
  return html`<li>
    <div class="what">
      <a href=${recordAddress('canon-rules', id)}>${record}</a>
      <p class="meta"><span>Canon rule, not approved</span></p>
    </div>
    <div class="do"><a class="button" href=${recordAddress('canon-rules', id)} aria-label=${`Decide: ${record}`}>Decide</a></div>
  </li>`
}

const shownWork = 5

/** Renders the first entries of the work of a person for the dashboard, and the rules that wait for an approval. */
export function workPanel(work: Work[], today: string, rules: CanonRule[]): Html {
  const due = work.filter(({ waits }) => !waits)
  const list = due.slice(0, shownWork).map((work) => {
    const { record_type, id, title, due_at, product } = work
    const { pages } = workKinds[record_type]
    const kind = kindOf(work)
    return {
      lead: due_at === null ? 'No day' : dueMark(due_at, today),
      title: visibleName({ id, name: title }),
      text: product ? `${kind}, ${visibleName(product)}` : kind,
      href: recordAddress(pages.collection, id),
    }
  })
  const waiting = rules.slice(0, shownWork).map(({ id, title }) => ({
    lead: html`<span class="badge warn">To approve</span>`,
    title: visibleName({ id, name: title }),
    text: 'Canon rule',
    href: recordAddress('canon-rules', id),
  }))
  return panel(
    'my-day',
    html`<a href=${myDayAddress}>My day</a>`,
    html`${items([...list, ...waiting], 'You have nothing to do this week.')}
      ${due.length > list.length && html`<p><a href=${myDayAddress}>All ${due.length}</a></p>`}`,
  )
}

function dueMark(day: string, today: string): Html {
  const shown = html`<time datetime=${day}>${day === today ? 'Today' : day}</time>`
  return day < today ? html`<span class="badge bad" title="Overdue">${shown}</span>` : shown
}
