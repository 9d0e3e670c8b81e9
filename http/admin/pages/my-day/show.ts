import type { FastifyReply, FastifyRequest } from 'fastify'
import { policyAllows } from '../../../../src/access/policy.ts'
import { listWork, maxWork, type Work, workDays } from '../../../../src/catalog/my-day.ts'
import { readUser } from '../../../../src/people/user-list.ts'
import type { CanonRule } from '../../../../src/portfolio/canon-rule/canon-rule.ts'
import { listUnapprovedRules } from '../../../../src/portfolio/canon-rule/read.ts'
import { mayDecide } from '../../../../src/portfolio/proposal/decide.ts'
import { type ListedProposal, listPending } from '../../../../src/portfolio/proposal/inbox.ts'
import { todayIn } from '../../../../src/record/time-zone.ts'
import { type Html, html } from '../../html/html.ts'
import { numberText, pageLocale, t } from '../../html/text.ts'
import { boardAddress, listAddress } from '../../record/address.ts'
import { ownerRenderer } from '../../record/person-link.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { adminActor } from '../../request/write.ts'
import {
  approvalEntry,
  ownProposalEntry,
  type Rejected,
  ruleEntry,
  type WorkContext,
  workEntry,
} from './entry.ts'
import { unseenNotes } from './mentions.ts'

/** Sends the page of the work of the person who is signed in. `rejected` is a day that could not be stored. */
export async function sendMyDay(request: FastifyRequest, reply: FastifyReply, rejected?: Rejected) {
  const { read, config } = request.server
  const { TIME_ZONE: zone } = config
  const person = personOf(request)
  const actor = adminActor(request)
  const [work, notes, proposals, rules, { email }] = await Promise.all([
    listWork(read, { user_id: person.id, ...workDays(zone) }),
    unseenNotes(read, person.id),
    listPending(read),
    policyAllows('administer', person) ? listUnapprovedRules(read, {}) : [],
    readUser(read, person.id),
  ])
  const named = work.map(({ owner }) => owner)
  const show = await ownerRenderer(read, named, person)
  const today = todayIn(zone)
  const title = t('layout.myDay')
  const content = (csrf: string) => {
    const context = {
      csrf,
      today,
      later: todayIn(zone, 7),
      mayWrite: policyAllows('write', person),
      rejected,
      show,
    }
    const forMe = proposals.filter((proposal) => mayDecide(actor, proposal))
    const mine = proposals.filter(
      ({ created_by }) => created_by.type === 'user' && created_by.id === person.id,
    )
    const parts = [
      ...ofWork(work, context),
      part('mentions', t('myDay.mentions'), notes(csrf, context.mayWrite)),
      part('waiting', t('myDay.waitingForOthers'), [
        ...work.filter(({ waits }) => waits).map((item) => workEntry(item, context)),
        ...mine.map(ownProposalEntry),
      ]),
      part('approval', t('myDay.forApproval'), approvals(forMe, rules)),
    ]
    return html`
      <div class="head">
        <div class="title">
          <h1>${title}</h1>
          <p class="about">${t('myDay.about', { day: longDay(today) })}</p>
        </div>
        <div class="buttons">
          <a class="button" href=${boardAddress({ owner: email })}>${t('myDay.myBoard')}</a>
          <a class="button" href=${listAddress('tasks', { owner: email })}>${t('myDay.allMyTasks')}</a>
        </div>
      </div>
      ${work.length === maxWork && html`<p class="muted">${t('myDay.onlyEarliest', { count: maxWork })}</p>`}
      ${parts.every((shown) => shown === null) ? html`<p class="empty">${t('myDay.nothing')}</p>` : parts}
    `
  }
  return sendPage(request, reply, { title, content }, rejected ? 422 : 200)
}

function ofWork(work: Work[], context: WorkContext): Html[] {
  const due = work.filter(({ waits }) => !waits)
  const hasDay = ({ due_at }: Work) => due_at !== null
  const isOverdue = ({ due_at }: Work) => due_at !== null && due_at < context.today
  const entries = (items: Work[]) => items.map((item) => workEntry(item, context))
  return [
    part('overdue', t('myDay.overdue'), entries(due.filter(isOverdue))),
    part('week', t('myDay.thisWeek'), entries(due.filter((item) => hasDay(item) && !isOverdue(item)))),
    part('undated', t('myDay.withoutDay'), entries(due.filter((item) => !hasDay(item)))),
  ]
}

function approvals(proposals: ListedProposal[], rules: CanonRule[]): Html[] {
  return [...proposals.map(approvalEntry), ...rules.map(ruleEntry)]
}

// Null without entries.
function part(id: string, heading: string, entries: Html[]): Html {
  if (entries.length === 0) return null
  return html`<section class="part work" aria-labelledby=${id}>
    <h2 id=${id}>${heading} <span class="count">${numberText(entries.length)}</span></h2>
    <ul data-rows>
      ${entries}
    </ul>
  </section>`
}

function longDay(day: string): string {
  return new Date(day).toLocaleDateString(pageLocale(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
}
