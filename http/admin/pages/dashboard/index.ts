import type { FastifyReply, FastifyRequest } from 'fastify'
import { policyAllows } from '../../../../src/access/policy.ts'
import { listWork, workDays } from '../../../../src/catalog/my-day.ts'
import type { Read } from '../../../../src/database/read.ts'
import { readAgentActivity } from '../../../../src/journal/agent-activity.ts'
import {
  bindCountedFilter,
  type RequestHour,
  requestsPerHour,
} from '../../../../src/journal/request-log/request-statistics.ts'
import { readAttention } from '../../../../src/operations/dashboard/attention.ts'
import { type ClickDay, readClicksPerDay } from '../../../../src/operations/dashboard/clicks.ts'
import { readFocus } from '../../../../src/operations/dashboard/focus.ts'
import { type DashboardSummary, readDashboard } from '../../../../src/operations/dashboard/summary.ts'
import { listUnapprovedRules } from '../../../../src/portfolio/canon-rule/read.ts'
import { listDecisionDates } from '../../../../src/portfolio/decision/read.ts'
import { readProductNames } from '../../../../src/portfolio/product/read.ts'
import { countOpenSignals, type OpenSignals } from '../../../../src/portfolio/summary/attention.ts'
import { readSummary, type Summary } from '../../../../src/portfolio/summary/summary.ts'
import { usualDays } from '../../../../src/record/rules/period.ts'
import { todayIn } from '../../../../src/record/time-zone.ts'
import type { Server } from '../../../server/server.ts'
import { html } from '../../html/html.ts'
import { type Card, cards } from '../../html/panels.ts'
import { counted, words } from '../../html/words.ts'
import { listAddress } from '../../record/address.ts'
import { ownerRenderer } from '../../record/person-link.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { adminActor } from '../../request/write.ts'
import { workPanel } from '../my-day/entry.ts'
import { failingNotice } from '../notifications/parts.ts'
import { requestChart } from '../request-log/statistics.ts'
import { attentionPanel } from './attention.ts'
import { clickCard, clickChart } from './clicks.ts'
import { firstSteps } from './first-steps.ts'
import { agentPanel, focusPanel, isHarmful, productPanel, signalPanel } from './panels.ts'

/** Registers the dashboard: how the portfolio is, and what to do next. */
export function dashboardPage(app: Server): void {
  app.get('/', showDashboard)
}

async function showDashboard(request: FastifyRequest, reply: FastifyReply) {
  const { readReplica: read, config } = request.server
  const { TIME_ZONE: zone } = config
  const today = todayIn(zone)
  const [
    portfolio,
    operations,
    problems,
    focus,
    clicks,
    signals,
    hours,
    agents,
    decisions,
    failing,
    work,
    rules,
  ] = await Promise.all([
    readSummary(read, { today, company_day: today }),
    readDashboard(read, today),
    readAttention(read, today),
    readFocus(read, adminActor(request), today),
    readClicksPerDay(read, today),
    countOpenSignals(read),
    requestsPerHour(read, bindCountedFilter({}, config.SLOW_REQUEST_MS)),
    readAgentActivity(read, zone),
    // From the first day of the plot of clicks.
    listDecisionDates(read, { from: todayIn(zone, -usualDays), time_zone: zone }),
    failingNotice(request),
    listWork(read, { user_id: personOf(request).id, ...workDays(zone) }),
    policyAllows('administer', personOf(request)) ? listUnapprovedRules(read, {}) : [],
  ])
  const waiting = portfolio.portfolio.proposals_pending
  const shown = await withDistinctNames(read, portfolio)
  const title = 'Dashboard'
  if (isEmpty(portfolio, operations) && waiting === 0)
    return sendPage(request, reply, {
      title,
      content: (csrf) => html`${failing} ${firstSteps(personOf(request), csrf)}`,
    })
  const named = shown.need_attention.map(({ owner }) => owner)
  const show = await ownerRenderer(read, named, personOf(request))
  const content = () => html`
    <h1>${title}</h1>
    ${failing}
    ${cards([...portfolioCards(portfolio, signals), proposalCard(portfolio), ...operationsCards(operations, clicks)])}
    <div class="panels">
      ${attentionPanel(shown, problems, show)}
      <div class="stack">${workPanel(work, today, rules)} ${focusPanel(focus)} ${signalPanel(signals)} ${agentPanel(agents)}</div>
    </div>
    <div class="panels">${clickChart(clicks, decisions)} ${productPanel(shown)}</div>
    <details class="requests" open=${personOf(request).role === 'admin'}>
      <summary>Requests and errors</summary>
      <div class="panels">${requestChart(hours, zone)} ${cards(requestCards(hours))}</div>
    </details>
  `
  return sendPage(request, reply, { title, content })
}

// Products with the same name are told apart by their directions.
async function withDistinctNames(read: Read, { products, ...summary }: Omit<Summary, 'canon' | 'trends'>) {
  const names = await readProductNames(
    read,
    products.map(({ slug }) => slug),
  )
  return {
    ...summary,
    products: products.map((product) => ({ ...product, name: names.get(product.slug) ?? product.name })),
  }
}

function isEmpty(
  { portfolio }: Pick<Summary, 'portfolio'>,
  { applications, companies, contacts }: DashboardSummary,
) {
  return [portfolio.products_count, applications.total, companies.total, contacts.total].every(
    (count) => count === 0,
  )
}

const healthTones = { critical: 'bad', attention: 'warn', empty: undefined, healthy: 'good' } as const

function portfolioCards(
  { portfolio, need_attention_total }: Pick<Summary, 'portfolio' | 'need_attention_total'>,
  signals: OpenSignals[],
): Card[] {
  const { health, directions_count, products_count, apps_count } = portfolio
  const critical = signals.find(({ severity }) => severity === 'critical')
  const unresolved = signals.reduce((sum, { total }) => sum + total, 0)
  return [
    {
      label: 'Portfolio health',
      value: words(health),
      note: `${counted(need_attention_total, { singular: 'matter needs', plural: 'matters need' })} attention`,
      href: '#attention',
      tone: healthTones[health],
    },
    {
      label: 'Critical signals',
      value: (critical?.total ?? 0).toLocaleString('en'),
      note: `of ${unresolved.toLocaleString('en')} unresolved`,
      noteHref: listAddress('signals', { unresolved: '1' }),
      href: listAddress('signals', { unresolved: '1', severity: 'critical' }),
      tone: critical && isHarmful(critical) ? 'bad' : undefined,
    },
    {
      label: 'Products',
      value: products_count.toLocaleString('en'),
      note: `in ${counted(directions_count, { singular: 'direction', plural: 'directions' })}`,
      noteHref: listAddress('directions'),
      href: listAddress('products'),
    },
    {
      label: 'Apps',
      value: apps_count.toLocaleString('en'),
      note: `of ${counted(products_count, { singular: 'product', plural: 'products' })}`,
      noteHref: listAddress('products'),
      href: listAddress('apps'),
    },
  ]
}

function proposalCard({
  portfolio: { proposals_pending: waiting, rules_to_approve },
}: Pick<Summary, 'portfolio'>): Card {
  return {
    label: 'Proposals waiting',
    value: waiting.toLocaleString('en'),
    note: `and ${counted(rules_to_approve, { singular: 'rule', plural: 'rules' })} to approve`,
    noteHref: listAddress('canon-rules', { status: 'active', is_approved: '0' }),
    href: listAddress('proposals', { status: 'pending' }),
    tone: waiting > 0 ? 'warn' : undefined,
  }
}

function operationsCards({ applications }: DashboardSummary, days: ClickDay[]): Card[] {
  return [
    {
      label: 'Without owner',
      note: `of ${counted(applications.total, { singular: 'application', plural: 'applications' })}`,
      noteHref: listAddress('applications'),
      value: applications.without_owner.toLocaleString('en'),
      href: listAddress('applications', { without_owner: '1' }),
      tone: applications.without_owner > 0 ? 'warn' : undefined,
    },
    clickCard(days),
  ]
}

function requestCards(hours: RequestHour[]): Card[] {
  const since = hours[0]?.hour ?? ''
  const total = (name: 'requests' | 'errors_4xx' | 'errors_5xx') =>
    hours.reduce((sum, hour) => sum + hour[name], 0)
  const requests = total('requests')
  const failed = total('errors_5xx')
  return [
    {
      label: 'Requests, 24\u00a0h',
      value: requests.toLocaleString('en'),
      note: `${total('errors_4xx').toLocaleString('en')} refused`,
      noteHref: listAddress('api-request-logs', { status: '4xx', date_from: since }),
      href: listAddress('api-request-logs', { date_from: since }),
    },
    {
      label: 'Server errors, 24\u00a0h',
      value: failed.toLocaleString('en'),
      note: `of ${counted(requests, { singular: 'request', plural: 'requests' })}`,
      noteHref: listAddress('api-request-logs', { date_from: since }),
      href: listAddress('api-request-logs', { status: '5xx', date_from: since }),
      tone: failed > 0 ? 'bad' : undefined,
    },
  ]
}
