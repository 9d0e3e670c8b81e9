import type { FastifyReply, FastifyRequest } from 'fastify'
import { policyAllows } from '../../../src/access/policy.ts'
import { listDueDates } from '../../../src/catalog/due-dates.ts'
import { phrase } from '../../../src/language/phrase.ts'
import {
  type CalendarToken,
  calendarOwnerFinder,
  issueCalendarToken,
  readCalendarToken,
  requireCalendarToken,
  revokeCalendarToken,
} from '../../../src/people/calendar-token.ts'
import type { DueDate } from '../../../src/record/due-date.ts'
import { isAnotherVersion, notFound } from '../../../src/record/fault.ts'
import { showInvisible, visibleName } from '../../../src/record/invisible.ts'
import { daysFromToday } from '../../../src/record/rules/day.ts'
import type { Server } from '../../server/server.ts'
import { rejection } from '../history/changed-notice.ts'
import { comparisonTable } from '../history/changed-value.ts'
import { absent } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { confirmation, postButton, shownVersion } from '../html/post-form.ts'
import { timestamp } from '../html/time.ts'
import { words } from '../html/words.ts'
import { referenceAddress } from '../record/address.ts'
import { requireWriter } from '../record/row.ts'
import { sendSecret } from '../record/secret.ts'
import { redirect, sendPage } from '../request/reply.ts'
import { adminActor, adminWrite } from '../request/write.ts'
import { type CalendarEvent, icalendar } from './icalendar.ts'

const account = '/admin/account'
const daysBack = 30
const daysAhead = 366

/** Registers the calendar feed, which its secret address protects, and the pages that create and revoke the address. */
export function calendarPages(app: Server): void {
  const findOwner = calendarOwnerFinder(app.read, app.lastUse)

  app.get('/calendar/:file', { config: { access: 'public' } }, async (request, reply) => {
    const { file } = request.params as { file: string }
    const owner = file.endsWith('.ics') ? await findOwner(file.slice(0, -'.ics'.length)) : null
    if (!policyAllows('write', owner)) throw notFound()
    return sendFeed(request, reply)
  })

  app.post('/account/calendar', issue)
  app.get('/account/calendar/replace', (request, reply) => {
    requireWriter(request)
    return ask(request, reply, 'replace')
  })
  app.post('/account/calendar/replace', issue)
  app.get('/account/calendar/revoke', (request, reply) => ask(request, reply, 'revoke'))
  app.post('/account/calendar/revoke', { config: { allowsInactive: true } }, revoke)
}

/** Renders the section of the account page about the calendar feed. */
export function calendarSection(token: CalendarToken | null, csrf: string): Html {
  return html`
    <section class="part" aria-labelledby="calendar">
      <h2 id="calendar">Calendar</h2>
      <p class="about">
        Subscribe to decision reviews, due dates of tasks and end dates of strategies in any calendar application. The address is secret.
      </p>
      ${token ? shownToken(token) : html`<p class="absent">You have no calendar address.</p>`}
      <div class="buttons">
        ${
          token
            ? html`<a class="button" href="/admin/account/calendar/replace">Replace</a>
                <a class="button danger" href="/admin/account/calendar/revoke">Revoke</a>`
            : postButton('/admin/account/calendar', csrf, 'Create calendar address', { version: 0 })
        }
      </div>
    </section>
  `
}

function shownToken({ display, created_at, last_used_at }: CalendarToken): Html {
  return html`<p>
    <code>${display}</code> · created ${timestamp(created_at)} ·
    ${last_used_at ? html` last used ${timestamp(last_used_at)}` : ' never used'}
  </p>`
}

async function issue(request: FastifyRequest, reply: FastifyReply) {
  requireWriter(request)
  try {
    const { secret } = await adminWrite(request, (em, actor) =>
      issueCalendarToken(em, actor, () => requireCalendarToken(em, actor, shownVersion(request))),
    )
    const shown = {
      title: 'Calendar address created',
      about: 'Subscribe to this address in your calendar. Anyone who knows it can read the calendar.',
      secret: `${request.server.config.PUBLIC_URL}/admin/calendar/${secret}.ics`,
    }
    return sendSecret(request, reply, shown, { href: account, label: 'Continue' })
  } catch (error) {
    if (!isAnotherVersion(error)) throw error
    return ask(request, reply, 'replace', true)
  }
}

async function revoke(request: FastifyRequest, reply: FastifyReply) {
  try {
    await adminWrite(
      request,
      (em, actor) =>
        revokeCalendarToken(em, actor, () => requireCalendarToken(em, actor, shownVersion(request))),
      { allowsInactive: true },
    )
    return redirect(reply, account, 'Calendar address revoked.')
  } catch (error) {
    if (!isAnotherVersion(error)) throw error
    return ask(request, reply, 'revoke', true)
  }
}

const questions = {
  create: 'Create a calendar address?',
  replace: 'Replace the calendar address? Calendars that use the current address stop updating.',
  revoke: 'Revoke the calendar address? Calendars that use it stop updating.',
}

// `isChanged` says that an earlier page showed another address.
async function ask(
  request: FastifyRequest,
  reply: FastifyReply,
  action: 'replace' | 'revoke',
  isChanged = false,
) {
  const token = await readCalendarToken(request.server.read, adminActor(request))
  if (!token && action === 'revoke') throw notFound()
  const offered = token ? action : 'create'
  const label = words(offered)
  const title = `${label} calendar address`
  const changed = isChanged && (await changedToken(request, token))
  const content = (csrf: string) =>
    confirmation({
      title,
      question: questions[offered],
      csrf,
      label,
      cancel: account,
      action: offered === 'create' ? '/admin/account/calendar' : `/admin/account/calendar/${offered}`,
      version: token?.id ?? 0,
      changed,
      subject: token && shownToken(token),
    })
  const above = [{ href: account, label: 'Account' }]
  return sendPage(request, reply, { title, content, above }, isChanged ? 409 : 200)
}

async function changedToken(request: FastifyRequest, token: CalendarToken | null): Promise<Html> {
  const version = shownVersion(request)
  if (version === undefined) return rejection(phrase('history.unknownAddress'))
  const shown =
    version > 0 ? await readCalendarToken(request.server.read, adminActor(request), version) : null
  const addresses = [shown, token].map((one) => (one ? html`<code>${one.display}</code>` : absent))
  return html`
    ${rejection(phrase('history.laterAddress'))}
    ${comparisonTable('What has changed', ['Shown', 'Now'], [{ name: 'address', values: addresses }])}
  `
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
    summary: showInvisible(`${verbs[record_type]}: ${visibleName({ id, name: title })}`),
    url: `${publicUrl}${referenceAddress({ record_type, record_id: id })}`,
  }
}
