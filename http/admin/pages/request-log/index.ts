import type { Read } from '../../../../src/database/read.ts'
import { listRequests, RequestQuery, readRequest } from '../../../../src/journal/request-log/list-requests.ts'
import type { RequestFilter } from '../../../../src/journal/request-log/request-filter.ts'
import { RequestRow } from '../../../../src/journal/request-log/request-row.ts'
import {
  bindCountedFilter,
  dayAgo,
  frequentRequests,
  maxRead,
  type RequestSummary,
  requestsPerHour,
  summarizeRequests,
} from '../../../../src/journal/request-log/request-statistics.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { encodeTimeCursor } from '../../../../src/record/list/cursor.ts'
import { todayIn } from '../../../../src/record/time-zone.ts'
import type { Server } from '../../../server/server.ts'
import { type Html, html } from '../../html/html.ts'
import { type Card, cards } from '../../html/panels.ts'
import { numberText, t } from '../../html/text.ts'
import { timestamp } from '../../html/time.ts'
import type { ListRequest } from '../../list/list-request.ts'
import { exportList, showList } from '../../list/show-list.ts'
import { listAddress } from '../../record/address.ts'
import { type RecordPages, recordPages } from '../../record/record.ts'
import { duration, endpointFilters, errorOf, filterLink, requestPath, statusBadge } from './cells.ts'
import { frequentPanel, latencyChart, requestChart } from './statistics.ts'

/** Registers the request log: its list with the statistics of the selected requests, and its export. */
export function requestLogPage(app: Server): void {
  const { SLOW_REQUEST_MS: slowMs, TIME_ZONE: zone } = app.config
  const parts = (list: ListRequest) => statistics(app.readReplica, list, slowMs, zone)
  app.get('/api-request-logs', (request, reply) =>
    showList(request, reply, requestLogDescription(slowMs, zone), parts),
  )
  // A HEAD request would read every row.
  app.get('/api-request-logs.csv', { exposeHeadRoute: false, compress: false }, (request, reply) =>
    exportList(request, reply, requestLogDescription(slowMs, zone), parts),
  )
}

async function statistics(read: Read, list: ListRequest, slowMs: number, zone: string) {
  const [summary, overview] = await Promise.all([
    summarizeRequests(read),
    list.isInvalid ? null : plotsOf(read, list, slowMs, zone),
  ])
  return { lead: cards(summaryCards(summary)), overview }
}

async function plotsOf(
  read: Read,
  { query, sent }: ListRequest,
  slowMs: number,
  zone: string,
): Promise<Html> {
  const filter = bindCountedFilter(query as RequestFilter, slowMs)
  const [hours, frequent] = await Promise.all([requestsPerHour(read, filter), frequentRequests(read, filter)])
  const isLimited = filter.from_log && hours.reduce((sum, { requests }) => sum + requests, 0) === maxRead
  return html`
    ${isLimited && html`<p class="muted">${t('requestLog.newestOnly', { count: maxRead })}</p>`}
    <div class="panels">${requestChart(hours, zone, sent)} ${latencyChart(hours, zone, sent)}</div>
    ${frequent.length === 0 ? null : frequentPanel(frequent, sent, filter.date_from)}
  `
}

// The period of a preset begins a day before the page is rendered.
function requestLogDescription(slowMs: number, zone: string): RecordPages {
  return recordPages({
    collection: 'api-request-logs',
    texts: 'requestLog',
    group: 'administration',
    about: t('requestLog.about'),
    historyType: 'request',
    columns: [
      'created_at',
      'method',
      'path',
      'status',
      'code',
      'duration_ms',
      'user',
      'token_name',
      'client',
      'user_agent',
    ],
    isUnsorted: true,
    isTimed: true,
    headings: {
      created_at: t('requestLog.time'),
      code: t('requestLog.error'),
      duration_ms: t('requestLog.milliseconds'),
      token_name: t('requestLog.token'),
    },
    presets: [
      { label: t('requestLog.errors'), query: { errors_only: '1' } },
      { label: '403', query: { status: '403' } },
      { label: '422', query: { status: '422' } },
      { label: '500', query: { status: '500' } },
      { label: t('requestLog.slow'), query: { slow: '1' } },
      { label: t('requestLog.lastDay'), query: { date_from: dayAgo() } },
      { label: t('requestLog.today'), query: ofDay(todayIn(zone)) },
      { label: t('requestLog.yesterday'), query: ofDay(todayIn(zone, -1)) },
    ],
    cells: {
      created_at: ({ row }) => timestamp(String(row.created_at), 'second'),
      method: ({ row }) => filterLink({ method: String(row.method) }, String(row.method)),
      path: ({ row }) => requestPath(row as RequestRow),
      status: ({ row }) => filterLink({ status: String(row.status) }, statusBadge(Number(row.status))),
      code: ({ row }) => errorOf(row as RequestRow),
      duration_ms: ({ row }) => duration(Number(row.duration_ms), slowMs),
      user: ({ row }) => {
        const { user } = row as RequestRow
        return user && filterLink({ user_id: String(user.id) }, visibleName(user))
      },
      client: ({ row }) => {
        const { client } = row as RequestRow
        return client && filterLink({ client }, client)
      },
      user_agent: ({ row }) => {
        const { user_agent } = row as RequestRow
        return user_agent && html`<span class="one-line" title=${user_agent}>${user_agent}</span>`
      },
      token_name: ({ row }) => {
        const { token_id, token_name } = row as RequestRow
        return token_id === null
          ? token_name
          : filterLink({ token_id: String(token_id) }, token_name ?? `#${token_id}`)
      },
    },
    schema: RequestRow,
    list: {
      query: RequestQuery,
      run: (read, query) => listRequests(read, query, slowMs),
      cursorOf: encodeTimeCursor,
    },
    read: readRequest,
  })
}

// The requests of one day.
function ofDay(day: string) {
  return { date_from: day, date_to: day }
}

function summaryCards(summary: RequestSummary): Card[] {
  const { requests, errors_4xx, errors_5xx, avg_duration_ms, top_endpoint, top_user } = summary
  const date_from = dayAgo()
  return [
    {
      label: t('requestLog.requestsOfDay'),
      value: numberText(requests),
      href: listAddress('api-request-logs', { date_from }),
    },
    {
      label: t('requestLog.clientErrorsOfDay'),
      value: numberText(errors_4xx),
      href: listAddress('api-request-logs', { status: '4xx', date_from }),
      tone: errors_4xx > 0 ? 'warn' : undefined,
    },
    {
      label: t('requestLog.serverErrorsOfDay'),
      value: numberText(errors_5xx),
      href: listAddress('api-request-logs', { status: '5xx', date_from }),
      tone: errors_5xx > 0 ? 'bad' : undefined,
    },
    {
      label: t('requestLog.durationOfDay'),
      value: avg_duration_ms === null ? '–' : t('requestLog.duration', { duration: avg_duration_ms }),
      href: listAddress('api-request-logs', { slow: '1', date_from }),
    },
    {
      label: t('requestLog.topEndpoint'),
      note: top_endpoint ? t('requestLog.count', { count: top_endpoint.count }) : undefined,
      value: top_endpoint ? `${top_endpoint.method} ${top_endpoint.path}` : '–',
      href: top_endpoint
        ? listAddress('api-request-logs', {
            ...endpointFilters(top_endpoint.method, top_endpoint.path),
            date_from,
          })
        : undefined,
    },
    {
      label: t('requestLog.topUser'),
      note: top_user ? t('requestLog.count', { count: top_user.count }) : undefined,
      value: top_user?.name ?? '–',
      href: top_user
        ? listAddress('api-request-logs', { user_id: String(top_user.id), date_from })
        : undefined,
    },
  ]
}
