import type { FastifyReply, FastifyRequest } from 'fastify'
import { policyAllows } from '../../../src/access/policy.ts'
import { listDueDates } from '../../../src/catalog/due-dates.ts'
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
import { inLanguage, rich, t } from '../html/text.ts'
import { timestamp } from '../html/time.ts'
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
    // A program fetches the feed, and not the browser of the owner.
    const language = owner?.language ?? app.config.ADMIN_LANGUAGE
    return inLanguage(language, () => sendFeed(request, reply))
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
      <h2 id="calendar">${t('calendar.title')}</h2>
      <p class="about">${t('calendar.about')}</p>
      ${token ? shownToken(token) : html`<p class="absent">${t('calendar.noAddress')}</p>`}
      <div class="buttons">
        ${
          token
            ? html`<a class="button" href="/admin/account/calendar/replace">${t('calendar.replace')}</a>
                <a class="button danger" href="/admin/account/calendar/revoke">${t('calendar.revoke')}</a>`
            : postButton('/admin/account/calendar', csrf, t('calendar.createAddress'), { version: 0 })
        }
      </div>
    </section>
  `
}

function shownToken({ display, created_at, last_used_at }: CalendarToken): Html {
  const shown = {
    address: display,
    created: timestamp(created_at),
    code: (part: Html[]) => html`<code>${part}</code>`,
  }
  const text = last_used_at
    ? rich('calendar.used', { ...shown, used: timestamp(last_used_at) })
    : rich('calendar.neverUsed', shown)
  return html`<p>${text}</p>`
}

async function issue(request: FastifyRequest, reply: FastifyReply) {
  requireWriter(request)
  try {
    const { secret } = await adminWrite(request, (em, actor) =>
      issueCalendarToken(em, actor, () => requireCalendarToken(em, actor, shownVersion(request))),
    )
    const shown = {
      title: t('calendar.created'),
      about: t('calendar.createdAbout'),
      secret: `${request.server.config.PUBLIC_URL}/admin/calendar/${secret}.ics`,
    }
    return sendSecret(request, reply, shown, { href: account, label: t('calendar.continue') })
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
    return redirect(reply, account, t('calendar.revoked'))
  } catch (error) {
    if (!isAnotherVersion(error)) throw error
    return ask(request, reply, 'revoke', true)
  }
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
  const title = t(`calendar.${offered}Address`)
  const changed = isChanged && (await changedToken(request, token))
  const content = (csrf: string) =>
    confirmation({
      title,
      question: t(`calendar.${offered}Question`),
      csrf,
      label: t(`calendar.${offered}`),
      cancel: account,
      action: offered === 'create' ? '/admin/account/calendar' : `/admin/account/calendar/${offered}`,
      version: token?.id ?? 0,
      changed,
      subject: token && shownToken(token),
    })
  const above = [{ href: account, label: t('account.title') }]
  return sendPage(request, reply, { title, content, above }, isChanged ? 409 : 200)
}

async function changedToken(request: FastifyRequest, token: CalendarToken | null): Promise<Html> {
  const version = shownVersion(request)
  if (version === undefined) return rejection(t('calendar.noVersion'))
  const shown =
    version > 0 ? await readCalendarToken(request.server.read, adminActor(request), version) : null
  const addresses = [shown, token].map((one) => (one ? html`<code>${one.display}</code>` : absent))
  return html`
    ${rejection(t('calendar.changedMeanwhile'))}
    ${comparisonTable(
      t('calendar.whatChanged'),
      [t('calendar.shown'), t('calendar.now')],
      [{ name: 'address', heading: t('calendar.address'), values: addresses }],
    )}
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

const summaries = {
  decision: 'calendar.decisionReview',
  task: 'calendar.taskDue',
  strategy: 'calendar.strategyEnds',
  service_task: 'calendar.serviceTaskDue',
} as const

function eventOf({ record_type, id, title, date }: DueDate, publicUrl: string): CalendarEvent {
  const summary = summaries[record_type as keyof typeof summaries]
  return {
    uid: `${record_type}-${id}@${new URL(publicUrl).hostname}`,
    date,
    summary: showInvisible(t(summary, { title: visibleName({ id, name: title }) })),
    url: `${publicUrl}${referenceAddress({ record_type, record_id: id })}`,
  }
}
