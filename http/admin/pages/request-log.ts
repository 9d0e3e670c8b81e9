import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Read } from '../../../src/database/read.ts'
import { frequentRequests } from '../../../src/journal/request-log/frequent-requests.ts'
import { listRequests, RequestQuery, readRequest } from '../../../src/journal/request-log/list-requests.ts'
import { maxRead, startOfNewest } from '../../../src/journal/request-log/newest-requests.ts'
import type { RequestFilter } from '../../../src/journal/request-log/request-filter.ts'
import { RequestRow } from '../../../src/journal/request-log/request-row.ts'
import { requestsPerHour } from '../../../src/journal/request-log/request-statistics.ts'
import { type RequestSummary, summarizeRequests } from '../../../src/journal/request-log/request-summary.ts'
import { listSavedFilters } from '../../../src/people/saved-filter.ts'
import { encodeTimeCursor } from '../../../src/record/list/time-cursor.ts'
import type { Server } from '../../server.ts'
import { type Card, cards } from '../cards.ts'
import { timestamp } from '../display.ts'
import { type Html, html } from '../html.ts'
import { sendCsv } from '../list/export.ts'
import { filterTitles } from '../list/filter-text.ts'
import { listPage } from '../list/list.ts'
import { type ListRequest, listRequest } from '../list/list-request.ts'
import { type RecordPages, recordPages } from '../record.ts'
import { personOf, sendPage } from '../reply.ts'
import { counted } from '../words.ts'
import { adminActor } from '../write.ts'
import { frequentPanel } from './frequent-requests.ts'
import {
  dayAgo,
  duration,
  endpointFilters,
  filterLink,
  requestPath,
  requestsWhere,
  statusBadge,
} from './request-cells.ts'
import { latencyChart, requestChart } from './request-charts.ts'

const title = 'Request log'
const requestLabel = { singular: 'request', plural: 'requests' }

/** Registers the request log: its list with the statistics of the selected requests, and its export. */
export function requestLogPage(app: Server): void {
  app.get('/api-request-logs', showRequests)
  // A HEAD would read every row.
  app.get('/api-request-logs.csv', { exposeHeadRoute: false, compress: false }, exportRequests)
}

async function showRequests(request: FastifyRequest, reply: FastifyReply) {
  const { readReplica: read, config } = request.server
  const slowMs = config.SLOW_REQUEST_MS
  const pages = requestPages(slowMs)
  const list = listRequest(pages, request.query as Record<string, unknown>)
  const { isInvalid } = list
  const person = personOf(request)
  const [page, summary, overview, saved, titles] = await Promise.all([
    isInvalid
      ? { rows: [], more: false, total: 0 }
      : pages.list.run(read, { ...list.query, with_total: false } as never, person),
    summarizeRequests(read),
    isInvalid ? null : plotsOf(read, list, slowMs),
    listSavedFilters(request.server.read, adminActor(request), pages.collection),
    filterTitles(read, pages, list.sent, person),
  ])
  const lead = cards(summaryCards(summary))
  const content = (csrf: string) =>
    listPage({
      pages,
      request: list,
      page,
      person,
      csrf,
      mayCreate: false,
      saved,
      titles,
      title,
      lead,
      overview,
    })
  return sendPage(request, reply, { title, content }, isInvalid ? 422 : 200)
}

async function exportRequests(request: FastifyRequest, reply: FastifyReply) {
  const pages = requestPages(request.server.config.SLOW_REQUEST_MS)
  const { query, isInvalid } = listRequest(pages, request.query as Record<string, unknown>)
  return isInvalid ? showRequests(request, reply) : sendCsv(request, reply, pages, query)
}

async function plotsOf(read: Read, { query, sent }: ListRequest, slowMs: number): Promise<Html> {
  const start = await startOfNewest(read, query as RequestFilter, slowMs)
  const newest = start && { date_from: start }
  const filter: RequestFilter = { ...query, ...newest }
  const filters = { ...sent, ...newest }
  const [hours, frequent] = await Promise.all([
    requestsPerHour(read, filter, slowMs),
    frequentRequests(read, filter, slowMs),
  ])
  return html`
    ${start && html`<p class="muted">${`The plots and the most frequent requests cover only the newest ${counted(maxRead, requestLabel)} that match, since `}${timestamp(start, 'second')}.</p>`}
    <div class="panels">${requestChart(hours, filters)} ${latencyChart(hours, filters)}</div>
    ${frequent.length === 0 ? null : frequentPanel(frequent, filters)}
  `
}

// The period of a preset begins a day before the page is rendered.
function requestPages(slowMs: number): RecordPages {
  return recordPages({
    collection: 'api-request-logs',
    label: requestLabel,
    group: 'Access',
    about: 'Every request to the APIs and to MCP, with its caller and its result.',
    historyType: 'request',
    columns: ['created_at', 'method', 'path', 'status', 'duration_ms', 'user', 'token_name', 'user_agent'],
    isUnsorted: true,
    headings: { created_at: 'Time (UTC)', duration_ms: 'ms', token_name: 'Token' },
    presets: [
      { label: 'Errors', query: { errors_only: '1' } },
      { label: '403', query: { status: '403' } },
      { label: '422', query: { status: '422' } },
      { label: '500', query: { status: '500' } },
      { label: 'Slow', query: { slow: '1' } },
      { label: 'Last 24 hours', query: { date_from: dayAgo() } },
    ],
    cells: {
      created_at: ({ row }) => timestamp(String(row.created_at), 'second'),
      method: ({ row }) => filterLink({ method: String(row.method) }, String(row.method)),
      path: ({ row }) => requestPath(row as RequestRow),
      status: ({ row }) => filterLink({ status: String(row.status) }, statusBadge(Number(row.status))),
      duration_ms: ({ row }) => duration(Number(row.duration_ms), slowMs),
      user: ({ row }) => {
        const { user } = row as RequestRow
        return user && filterLink({ user_id: String(user.id) }, user.name)
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

function summaryCards(summary: RequestSummary): Card[] {
  const { requests, errors_4xx, errors_5xx, avg_duration_ms, top_endpoint, top_user } = summary
  const date_from = dayAgo()
  return [
    {
      label: 'Requests, 24\u00a0h',
      value: requests.toLocaleString('en'),
      href: requestsWhere({ date_from }),
    },
    {
      label: '4xx, 24\u00a0h',
      value: errors_4xx.toLocaleString('en'),
      href: requestsWhere({ status: '4xx', date_from }),
      tone: errors_4xx > 0 ? 'warn' : undefined,
    },
    {
      label: '5xx, 24\u00a0h',
      value: errors_5xx.toLocaleString('en'),
      href: requestsWhere({ status: '5xx', date_from }),
      tone: errors_5xx > 0 ? 'bad' : undefined,
    },
    {
      label: 'Average duration, 24\u00a0h',
      value: avg_duration_ms === null ? '–' : `${avg_duration_ms.toLocaleString('en')} ms`,
      href: requestsWhere({ slow: '1', date_from }),
    },
    {
      label: 'Top endpoint, 24\u00a0h',
      note: top_endpoint ? counted(top_endpoint.count, requestLabel) : undefined,
      value: top_endpoint ? `${top_endpoint.method} ${top_endpoint.path}` : '–',
      href: top_endpoint
        ? requestsWhere({ ...endpointFilters(top_endpoint.method, top_endpoint.path), date_from })
        : undefined,
    },
    {
      label: 'Top user, 24\u00a0h',
      note: top_user ? counted(top_user.count, requestLabel) : undefined,
      value: top_user?.name ?? '–',
      href: top_user ? requestsWhere({ user_id: String(top_user.id), date_from }) : undefined,
    },
  ]
}
