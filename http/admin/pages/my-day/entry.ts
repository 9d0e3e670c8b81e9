import type { Work } from '../../../../src/catalog/my-day.ts'
import type { CanonRule } from '../../../../src/portfolio/canon-rule/canon-rule.ts'
import type { ListedProposal } from '../../../../src/portfolio/proposal/inbox.ts'
import { priorities } from '../../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { type Html, html } from '../../html/html.ts'
import { items, panel } from '../../html/panels.ts'
import { csrfField } from '../../html/post-form.ts'
import { localized, rich, t } from '../../html/text.ts'
import { dayText, timestamp } from '../../html/time.ts'
import { valueBadge } from '../../html/value.ts'
import { proposedAction, proposerLink } from '../../parts/proposal.ts'
import { claimText } from '../../parts/task-work.ts'
import { recordAddress } from '../../record/address.ts'
import type { ShowOwner } from '../../record/person-link.ts'
import { recordPhrase } from '../../record/record-text.ts'
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
    due_at !== null && dueText(due_at, today),
    isOverdue && html`<span class="badge bad">${t('myDay.overdue')}</span>`,
    priority !== null && urgent.includes(priority) && valueBadge(priorities, priority),
    product && html`<a href=${recordAddress('products', product.id)}>${visibleName(product)}</a>`,
    owner !== null && rich('myDay.assignedTo', { owner: context.show(owner) }),
    blocker &&
      rich('myDay.waitsFor', {
        blocker: html`<a href=${recordAddress('tasks', blocker.id)}>${visibleName({ id: blocker.id, name: blocker.title })}</a>`,
      }),
    reason !== null && t('myDay.waitsForReason', { reason }),
    claim && claimText(claim),
  ].filter((fact) => fact !== false && fact !== null)
}

function dueText(day: string, today: string): Html {
  return day === today
    ? rich('myDay.dueToday', { time: (text: Html[]) => html`<time datetime=${day}>${text}</time>` })
    : rich('myDay.due', { day: html`<time datetime=${day}>${dayText(day)}</time>` })
}

// What is to be done, in words.
function kindOf({ record_type, is_verdict }: Work): string {
  const { pages, due } = workKinds[record_type]
  return is_verdict ? t('myDay.verdictOfDecision') : localized(due ?? recordPhrase(pages, 'name'))
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
      <a class="button" href=${`${recordAddress(collection, id)}#outcome`} aria-label=${t('myDay.judgeRecord', { record })}>${t('myDay.judge')}</a>
    </div>`
  const wrong = rejected?.collection === collection && rejected.id === id ? rejected : undefined
  const day = wrong ? wrong.due_at : later
  return html`<div class="do">
    <form method="post" action=${`${address}/done`}>
      ${csrfField(csrf)}
      <button aria-label=${t('myDay.doneRecord', { record })}>${t('myDay.done')}</button>
    </form>
    <form method="post" action=${`${address}/postpone`} novalidate>
      ${csrfField(csrf)}
      <label class="visually-hidden" for=${`${name}-day`}>${t('myDay.postponeTo', { record })}</label>
      <input
        type="date"
        id=${`${name}-day`}
        name="due_at"
        value=${typeof day === 'string' ? day : ''}
        aria-invalid=${wrong ? 'true' : undefined}
        aria-describedby=${wrong ? `${name}-error` : undefined}
      />
      <button aria-label=${t('myDay.postponeRecord', { record })}>${t('myDay.postpone')}</button>
      ${wrong && html`<p class="error" id=${`${name}-error`} role="alert">${wrong.messages.join(' ')}</p>`}
    </form>
  </div>`
}

/** Renders a proposal that the person may decide on. */
export function approvalEntry(proposal: ListedProposal): Html {
  return proposalEntry(proposal, rich('myDay.by', { author: proposerLink(proposal) }), 'decide')
}

/** Renders a proposal of the person, which waits for another. */
export function ownProposalEntry(proposal: ListedProposal): Html {
  return proposalEntry(proposal, t('myDay.yourProposal'), 'show')
}

function proposalEntry(proposal: ListedProposal, by: Html, action: 'decide' | 'show'): Html {
  const { id, title, product_slug, product_name, expires_at } = proposal
  const record = visibleName({ id, name: title })
  const product =
    product_slug !== null &&
    html`<span><a href=${recordAddress('products', product_slug)}>${product_name}</a></span>`
  return html`<li>
    <div class="what">
      <a href=${recordAddress('proposals', id)}>${record}</a>
      <p class="meta"><span>${proposedAction(proposal)}</span> <span>${by}</span> ${product} <span>${rich('myDay.expires', { time: timestamp(expires_at) })}</span></p>
    </div>
    <div class="do"><a class="button" href=${recordAddress('proposals', id)} aria-label=${t(`myDay.${action}Record`, { record })}>${t(`myDay.${action}`)}</a></div>
  </li>`
}

/** Renders a canon rule that no admin has approved. */
export function ruleEntry({ id, title }: CanonRule): Html {
  const record = visibleName({ id, name: title })
  return html`<li>
    <div class="what">
      <a href=${recordAddress('canon-rules', id)}>${record}</a>
      <p class="meta"><span>${t('myDay.ruleNotApproved')}</span></p>
    </div>
    <div class="do"><a class="button" href=${recordAddress('canon-rules', id)} aria-label=${t('myDay.decideRecord', { record })}>${t('myDay.decide')}</a></div>
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
      lead: due_at === null ? t('myDay.noDay') : dueMark(due_at, today),
      title: visibleName({ id, name: title }),
      text: product ? `${kind}, ${visibleName(product)}` : kind,
      href: recordAddress(pages.collection, id),
    }
  })
  const waiting = rules.slice(0, shownWork).map(({ id, title }) => ({
    lead: html`<span class="badge warn">${t('myDay.toApprove')}</span>`,
    title: visibleName({ id, name: title }),
    text: t('canonRule.name'),
    href: recordAddress('canon-rules', id),
  }))
  return panel(
    'my-day',
    html`<a href=${myDayAddress}>${t('layout.myDay')}</a>`,
    html`${items([...list, ...waiting], t('myDay.nothingThisWeek'))}
      ${due.length > list.length && html`<p><a href=${myDayAddress}>${t('myDay.all', { count: due.length })}</a></p>`}`,
  )
}

function dueMark(day: string, today: string): Html {
  const shown = html`<time datetime=${day}>${day === today ? t('myDay.today') : dayText(day)}</time>`
  return day < today ? html`<span class="badge bad" title=${t('myDay.overdue')}>${shown}</span>` : shown
}
