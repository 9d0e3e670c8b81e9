import type { RequestHour } from '../../../../src/journal/request-log/request-statistics.ts'
import { phrase } from '../../../../src/language/phrase.ts'
import type { ClickDay } from '../../../../src/operations/dashboard/clicks.ts'
import type { DashboardSummary } from '../../../../src/operations/dashboard/summary.ts'
import type { OpenSignals } from '../../../../src/portfolio/summary/attention.ts'
import type { Summary } from '../../../../src/portfolio/summary/summary.ts'
import type { Card } from '../../html/panels.ts'
import { localized, numberText, t } from '../../html/text.ts'
import { listAddress } from '../../record/address.ts'
import { clickCard } from './clicks.ts'
import { isHarmful } from './panels.ts'

const healths = {
  critical: { label: phrase('dashboard.healthCritical'), tone: 'bad' },
  attention: { label: phrase('dashboard.healthAttention'), tone: 'warn' },
  empty: { label: phrase('dashboard.healthEmpty'), tone: undefined },
  healthy: { label: phrase('dashboard.healthHealthy'), tone: 'good' },
} as const

/** Returns how the portfolio is and how much is in it. */
export function portfolioCards(
  { portfolio, need_attention_total }: Pick<Summary, 'portfolio' | 'need_attention_total'>,
  signals: OpenSignals[],
): Card[] {
  const { health, directions_count, products_count, apps_count } = portfolio
  const critical = signals.find(({ severity }) => severity === 'critical')
  const unresolved = signals.reduce((sum, { total }) => sum + total, 0)
  return [
    {
      label: t('dashboard.health'),
      value: localized(healths[health].label),
      note: t('dashboard.mattersNeedAttention', { count: need_attention_total }),
      href: '#attention',
      tone: healths[health].tone,
    },
    {
      label: t('dashboard.criticalSignals'),
      value: numberText(critical?.total ?? 0),
      note: t('dashboard.ofUnresolved', { count: unresolved }),
      noteHref: listAddress('signals', { unresolved: '1' }),
      href: listAddress('signals', { unresolved: '1', severity: 'critical' }),
      tone: critical && isHarmful(critical) ? 'bad' : undefined,
    },
    {
      label: t('product.list'),
      value: numberText(products_count),
      note: t('dashboard.inDirections', { count: directions_count }),
      noteHref: listAddress('directions'),
      href: listAddress('products'),
    },
    {
      label: t('app.list'),
      value: numberText(apps_count),
      note: t('dashboard.ofProducts', { count: products_count }),
      noteHref: listAddress('products'),
      href: listAddress('apps'),
    },
  ]
}

/** Returns how many proposals wait for a decision. */
export function proposalCard({
  portfolio: { proposals_pending: waiting, rules_to_approve },
}: Pick<Summary, 'portfolio'>): Card {
  return {
    label: t('dashboard.proposalsWaiting'),
    value: numberText(waiting),
    note: t('dashboard.rulesToApprove', { count: rules_to_approve }),
    noteHref: listAddress('canon-rules', { status: 'active', is_approved: '0' }),
    href: listAddress('proposals', { status: 'pending' }),
    tone: waiting > 0 ? 'warn' : undefined,
  }
}

/** Returns what operations need, and their clicks. */
export function operationsCards({ applications }: DashboardSummary, days: ClickDay[]): Card[] {
  return [
    {
      label: t('dashboard.withoutOwner'),
      note: t('dashboard.ofApplications', { count: applications.total }),
      noteHref: listAddress('applications'),
      value: numberText(applications.without_owner),
      href: listAddress('applications', { without_owner: '1' }),
      tone: applications.without_owner > 0 ? 'warn' : undefined,
    },
    clickCard(days),
  ]
}

/** Returns the requests of the last hours and how many of them failed. */
export function requestCards(hours: RequestHour[]): Card[] {
  const since = hours[0]?.hour ?? ''
  const total = (name: 'requests' | 'errors_4xx' | 'errors_5xx') =>
    hours.reduce((sum, hour) => sum + hour[name], 0)
  const requests = total('requests')
  const failed = total('errors_5xx')
  return [
    {
      label: t('dashboard.requests'),
      value: numberText(requests),
      note: t('dashboard.refusedRequests', { count: total('errors_4xx') }),
      noteHref: listAddress('api-request-logs', { status: '4xx', date_from: since }),
      href: listAddress('api-request-logs', { date_from: since }),
    },
    {
      label: t('dashboard.serverErrors'),
      value: numberText(failed),
      note: t('dashboard.ofRequests', { count: requests }),
      noteHref: listAddress('api-request-logs', { date_from: since }),
      href: listAddress('api-request-logs', { status: '5xx', date_from: since }),
      tone: failed > 0 ? 'bad' : undefined,
    },
  ]
}
