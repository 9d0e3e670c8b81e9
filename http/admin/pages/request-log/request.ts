import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Person } from '../../../../src/access/person.ts'
import { listRequestHistory } from '../../../../src/journal/request-log/changes-of-request.ts'
import { readRequest } from '../../../../src/journal/request-log/list-requests.ts'
import type { RequestRow } from '../../../../src/journal/request-log/request-row.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import type { Server } from '../../../server/server.ts'
import { surfaceLabels } from '../../history/change-item.ts'
import { changesByDay } from '../../history/history.ts'
import { absent } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { t } from '../../html/text.ts'
import { exactTime, timestamp } from '../../html/time.ts'
import { listAddress, recordAddress } from '../../record/address.ts'
import { hiddenFrom } from '../../record/hidden-from.ts'
import { pathId } from '../../request/path.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { duration, statusBadge } from './cells.ts'

const aroundMs = 60_000

/** Registers the page of one request with its properties and the changes that it made. */
export function requestPages(app: Server): void {
  app.get('/api-request-logs/:id', showRequest)
}

async function showRequest(request: FastifyRequest, reply: FastifyReply) {
  const { readReplica: read, config } = request.server
  const person = personOf(request)
  const row = await readRequest(read, pathId(request))
  const hidden = hiddenFrom(person)
  const changes = (await listRequestHistory(read, row)).filter(
    ({ record_type }) => !hidden.includes(record_type),
  )
  const feed = await changesByDay(read, changes, person, config.TIME_ZONE)
  const title = `${row.method} ${row.path}`
  const content = () => html`
    <div class="head">
      <h1>${title}</h1>
      <div class="buttons">${neighbors(row)}</div>
    </div>
    <dl class="values">
      ${valuesOf(row, person, config.SLOW_REQUEST_MS).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value ?? absent}</dd></div>`)}
    </dl>
    <section class="part" aria-labelledby="changes">
      <h2 id="changes">${t('requestLog.whatItChanged')}</h2>
      ${changes.length === 0 ? html`<p class="absent">${t('requestLog.changedNothing')}</p>` : feed}
    </section>
  `
  return sendPage(request, reply, {
    title,
    content,
    above: [{ href: listAddress('api-request-logs'), label: t('requestLog.list') }],
  })
}

function neighbors({ token_id, user, created_at, path }: RequestRow): Html {
  const time = Date.parse(created_at)
  const period = {
    date_from: new Date(time - aroundMs).toISOString(),
    date_to: new Date(time + aroundMs).toISOString(),
  }
  const links = [
    { filters: period, label: t('requestLog.aroundThisTime') },
    { filters: { path }, label: t('requestLog.toThisPath') },
    ...(token_id === null
      ? []
      : [{ filters: { token_id: String(token_id) }, label: t('requestLog.withThisToken') }]),
    ...(user ? [{ filters: { user_id: String(user.id) }, label: t('requestLog.byThisUser') }] : []),
  ]
  return links.map(
    ({ filters, label }) =>
      html`<a class="button" href=${listAddress('api-request-logs', filters as Record<string, string>)}>${label}</a>`,
  )
}

function valuesOf(row: RequestRow, person: Person, slowMs: number): [string, Html][] {
  return [
    [
      t('requestLog.time'),
      html`${exactTime(row.created_at)} <span class="muted">(${timestamp(row.created_at, 'second')})</span>`,
    ],
    [t('requestLog.status'), statusBadge(row.status)],
    [t('requestLog.errorCode'), row.code && html`<code>${row.code}</code>`],
    [t('requestLog.invalidFields'), invalidFields(row)],
    [t('requestLog.durationInMs'), duration(row.duration_ms, slowMs)],
    [t('requestLog.interface'), surfaceLabels[row.surface]],
    [t('requestLog.method'), row.method],
    [t('requestLog.path'), html`<code>${row.path}</code>`],
    [t('requestLog.route'), row.route && html`<code>${row.route}</code>`],
    [t('requestLog.tool'), row.tool && html`<code>${row.tool}</code>`],
    [t('requestLog.user'), userLink(row, person)],
    [t('requestLog.token'), tokenLink(row, person)],
    [t('requestLog.ipAddress'), row.ip],
    [t('requestLog.userAgent'), row.user_agent],
    [t('requestLog.client'), row.client],
    [t('requestLog.traceId'), row.trace_id && html`<code>${row.trace_id}</code>`],
    [t('requestLog.requestId'), html`<code>${row.request_id}</code>`],
  ]
}

function invalidFields({ errors }: RequestRow): Html {
  if (!errors) return null
  return html`<ul>${Object.entries(errors).map(([field, messages]) => html`<li><code>${field}</code>${`: ${messages.join(' ')}`}</li>`)}</ul>`
}

function userLink({ user }: RequestRow, { role }: Person): Html {
  if (!user) return null
  return role === 'admin'
    ? html`<a href=${recordAddress('users', user.id)}>${visibleName(user)}</a>`
    : visibleName(user)
}

// Only admins may see tokens without a user, and those of other users.
function tokenLink({ user, surface, path, token_id, token_name }: RequestRow, { id, role }: Person): Html {
  if (token_name === null) return null
  if (token_id === null || (user?.id !== id && role !== 'admin')) return token_name
  const isPortfolio = surface === 'mcp' || path.startsWith('/api/portfolio')
  const page = user ? 'api-token' : isPortfolio ? 'api-agent-tokens' : 'api-keys'
  return html`<a href=${recordAddress(page, token_id)}>${token_name}</a>`
}
