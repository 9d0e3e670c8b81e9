import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Person } from '../../../src/access/person.ts'
import { policyAllows } from '../../../src/access/policy.ts'
import { listDueDates } from '../../../src/due-dates.ts'
import {
  type CalendarToken,
  calendarOwnerFinder,
  issueCalendarToken,
  revokeCalendarToken,
} from '../../../src/people/calendar-token.ts'
import type { DueDate } from '../../../src/record/due-date.ts'
import { notFound } from '../../../src/record/fault.ts'
import { daysFromToday } from '../../../src/record/rules/day.ts'
import { lastUseTracker } from '../../plugins/last-use.ts'
import type { Server } from '../../server.ts'
import { confirmation } from '../confirmation.ts'
import { timestamp } from '../display.ts'
import { type Html, html } from '../html.ts'
import { postButton } from '../post-button.ts'
import { referenceAddress } from '../record-link.ts'
import { redirect, sendPage } from '../reply.ts'
import { requireWriter } from '../row.ts'
import { sendSecret } from '../secret.ts'
import { adminWrite } from '../write.ts'
import { type CalendarEvent, icalendar } from './icalendar.ts'

const account = '/admin/account'
const daysBack = 30
const daysAhead = 366

/** Registers the calendar feed, which its secret address protects, and the pages that create and revoke the address. */
export function calendarPages(app: Server): void {
  const findOwner = calendarOwnerFinder(app.read, lastUseTracker(app))

  app.get('/calendar/:file', { config: { access: 'public' } }, async (request, reply) => {
    const { file } = request.params as { file: string }
    const owner = file.endsWith('.ics') ? await findOwner(file.slice(0, -'.ics'.length)) : null
    if (!owner || !mayHaveCalendar(owner)) throw notFound()
    return sendFeed(request, reply)
  })

  app.post('/account/calendar', issue)
  app.get('/account/calendar/replace', (request, reply) => {
    requireWriter(request)
    const question = 'Replace the calendar address? Calendars that use the current address stop updating.'
    return ask(request, reply, 'Replace', question)
  })
  app.post('/account/calendar/replace', issue)
  app.get('/account/calendar/revoke', (request, reply) =>
    ask(request, reply, 'Revoke', 'Revoke the calendar address? Calendars that use it stop updating.'),
  )
  app.post('/account/calendar/revoke', async (request, reply) => {
    await adminWrite(request, revokeCalendarToken, { allowsInactive: true })
    return redirect(reply, account, 'Calendar address revoked.')
  })
}

/** Returns whether a person may have a calendar feed: it shows what only admins and managers see. */
export function mayHaveCalendar({ role }: Person): boolean {
  return role !== 'user'
}

/** Renders the section of the account page about the calendar feed. */
export function calendarSection(token: CalendarToken | null, person: Person, csrf: string): Html {
  const mayCreate = policyAllows('write', person)
  return html`
    <section class="part" aria-labelledby="calendar">
      <h2 id="calendar">Calendar</h2>
      <p class="about">
        Subscribe to decision reviews, due dates of tasks and end dates of strategies in any calendar application. The address is secret.
      </p>
      ${
        token
          ? html`<p>
              <code>${token.display}</code> · created ${timestamp(token.created_at)} ·
              ${token.last_used_at ? html` last used ${timestamp(token.last_used_at)}` : ' never used'}
            </p>`
          : html`<p class="absent">You have no calendar address.</p>`
      }
      <div class="buttons">
        ${mayCreate && !token ? postButton('/admin/account/calendar', csrf, 'Create calendar address') : null}
        ${mayCreate && token ? html`<a class="button" href="/admin/account/calendar/replace">Replace</a>` : null}
        ${token ? html`<a class="button danger" href="/admin/account/calendar/revoke">Revoke</a>` : null}
      </div>
    </section>
  `
}

async function issue(request: FastifyRequest, reply: FastifyReply) {
  requireWriter(request)
  const { secret } = await adminWrite(request, issueCalendarToken)
  const shown = {
    title: 'Calendar address created',
    about: 'Subscribe to this address in your calendar. Anyone who knows it can read the calendar.',
    secret: `${request.server.config.PUBLIC_URL}/admin/calendar/${secret}.ics`,
  }
  return sendSecret(request, reply, shown, { href: account, label: 'Continue' })
}

function ask(request: FastifyRequest, reply: FastifyReply, label: string, question: string) {
  const title = `${label} calendar address`
  const content = (csrf: string) => confirmation({ title, question, csrf, label, cancel: account })
  return sendPage(request, reply, { title, content, above: [{ href: account, label: 'Account' }] })
}

async function sendFeed({ server }: FastifyRequest, reply: FastifyReply) {
  const period = { from: daysFromToday(-daysBack), to: daysFromToday(daysAhead) }
  const due = await listDueDates(server.readReplica, period)
  const events = due.map((date) => eventOf(date, server.config.PUBLIC_URL))
  return reply
    .type('text/calendar; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .send(icalendar('portfolio-ops', events, new Date()))
}

const verbs: Record<string, string> = {
  decision: 'Review',
  task: 'Task due',
  strategy: 'Strategy ends',
  service_task: 'Service task due',
}

function eventOf({ record_type, id, title, date }: DueDate, publicUrl: string): CalendarEvent {
  return {
    uid: `${record_type}-${id}@${new URL(publicUrl).hostname}`,
    date,
    summary: `${verbs[record_type]}: ${title}`,
    url: `${publicUrl}${referenceAddress({ record_type, record_id: id })}`,
  }
}
