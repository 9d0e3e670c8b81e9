import type { z } from 'zod'
import type { MetricTrend } from '../../../../src/catalog/trends/query.ts'
import type { AgentWeek, RuleWeek } from '../../../../src/catalog/week/writes.ts'
import { actorFilter } from '../../history/change-item.ts'
import { listAddress } from '../../record/address.ts'

type Days = { from: string; to: string }
type Agent = z.output<typeof AgentWeek>
type Rule = z.output<typeof RuleWeek>

/** Returns the addresses of the lists behind the numbers of a week. Each list has exactly as many rows as its number says. */
export function weekLinks({ from, to }: Days) {
  const happened = (event: string) => ({ [`${event}_from`]: from, [`${event}_to`]: to })
  return {
    decided: listAddress('decisions', happened('created')),
    reached: listAddress('decisions', { reached_from: from, reached_to: to }),
    opened: listAddress('signals', happened('created')),
    resolved: listAddress('signals', happened('resolved')),
    done: listAddress('tasks', happened('done')),
    refused: listAddress('api-request-logs', { code: 'canon_guard', date_from: from, date_to: to }),
    held: (canon_rule_id: number) =>
      listAddress('proposals', { canon_rule_id: String(canon_rule_id), ...happened('created') }),
    ofAgent: ({ actor: { type, id } }: Agent) => {
      const actor = actorFilter({ type, id })
      const decided = (status: string) => listAddress('proposals', { actor, status, ...happened('decided') })
      return {
        writes: listAddress('activity', { actor, only: 'direct', since: from, until: to }),
        proposals: listAddress('proposals', { actor, ...happened('created') }),
        applied: decided('applied'),
        rejected: decided('rejected'),
        undone: listAddress('activity', { actor, ...happened('undone') }),
      }
    },
    ofRule: ({ id, title }: Rule) => ({
      proposed: listAddress('proposals', {
        kind: 'canon-rule',
        ...(id === null ? { record_title: title } : { record_id: String(id) }),
        ...happened('created'),
      }),
      changed: listAddress('activity', {
        entity: 'canon_rule',
        record_id: String(id),
        only: 'changes',
        since: from,
        until: to,
      }),
    }),
  }
}

/** The lists of what is to be done now, whatever the week. */
export const presentLinks = {
  proposals: listAddress('proposals', { status: 'pending' }),
  verdicts: listAddress('decisions', { verdict_due: '1' }),
  critical: listAddress('signals', { unresolved: '1', severity: 'critical' }),
  overdue: listAddress('tasks', { overdue: '1' }),
  untouched: listAddress('products', { untouched: '1' }),
}

const measurements = {
  clicks: 'clicks/explore',
  rating: 'store-truth',
  position: 'keyword-positions',
} as const

/** Returns the address of what a metric was measured from on some days. */
export function measuredIn({ metric, app_slug, keyword, country }: MetricTrend, { from, to }: Days): string {
  const ofKeyword: Record<string, string> = keyword !== null && country !== null ? { keyword, country } : {}
  return listAddress(measurements[metric], { app_slug, ...ofKeyword, date_from: from, date_to: to })
}
