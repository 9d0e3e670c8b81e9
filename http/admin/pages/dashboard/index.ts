import type { FastifyReply, FastifyRequest } from 'fastify'
import { policyAllows } from '../../../../src/access/policy.ts'
import { listWork, workDays } from '../../../../src/catalog/my-day.ts'
import type { Read } from '../../../../src/database/read.ts'
import { readAgentActivity } from '../../../../src/journal/agent-activity.ts'
import { bindCountedFilter, requestsPerHour } from '../../../../src/journal/request-log/request-statistics.ts'
import { readAttention } from '../../../../src/operations/dashboard/attention.ts'
import { readClicksPerDay } from '../../../../src/operations/dashboard/clicks.ts'
import { readFocus } from '../../../../src/operations/dashboard/focus.ts'
import { type DashboardSummary, readDashboard } from '../../../../src/operations/dashboard/summary.ts'
import { listUnapprovedRules } from '../../../../src/portfolio/canon-rule/read.ts'
import { listDecisionDates } from '../../../../src/portfolio/decision/read.ts'
import { readProductNames } from '../../../../src/portfolio/product/read.ts'
import { countOpenSignals } from '../../../../src/portfolio/summary/attention.ts'
import { readSummary, type Summary } from '../../../../src/portfolio/summary/summary.ts'
import { usualDays } from '../../../../src/record/rules/period.ts'
import { todayIn } from '../../../../src/record/time-zone.ts'
import type { Server } from '../../../server/server.ts'
import { html } from '../../html/html.ts'
import { cards } from '../../html/panels.ts'
import { t } from '../../html/text.ts'
import { ownerRenderer } from '../../record/person-link.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { adminActor } from '../../request/write.ts'
import { workPanel } from '../my-day/entry.ts'
import { failingNotice } from '../notifications/parts.ts'
import { requestChart } from '../request-log/statistics.ts'
import { attentionPanel } from './attention.ts'
import { operationsCards, portfolioCards, proposalCard, requestCards } from './cards.ts'
import { clickChart } from './clicks.ts'
import { firstSteps } from './first-steps.ts'
import { agentPanel, focusPanel, productPanel, signalPanel } from './panels.ts'

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
  const title = t('layout.dashboard')
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
      <summary>${t('dashboard.requestsAndErrors')}</summary>
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
