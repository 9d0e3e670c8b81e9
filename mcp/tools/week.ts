import type { z } from 'zod'
import { Mover } from '../../src/catalog/week/movers.ts'
import { WeekQuery } from '../../src/catalog/week/period.ts'
import { readWeek } from '../../src/catalog/week/read.ts'
import { Verdict } from '../../src/catalog/week/records.ts'
import { tool } from '../tool.ts'
import { authorText, withAuthorText } from '../view.ts'

// The calls that return the full lists.
const fullListCalls = {
  decided: 'list_decisions with since',
  due: 'list_decisions with verdict_due=true',
  reached: 'list_decisions',
  unresolved_critical: 'list_signals with severity=critical and unresolved=true',
  overdue: 'list_tasks with overdue=true',
  agents: 'list_changes with after',
  rules: 'list_canon_rules',
  movers: 'get_trends',
  untouched: 'list_products with portfolio_status core or next',
}
type ListName = keyof typeof fullListCalls

// The reason of a decision is what list_decisions returns.
function verdictText(decision: z.output<typeof Verdict>) {
  const { rationale: _, ...shown } = Verdict.parse(decision)
  return withAuthorText(shown)
}

export const getWeekTool = tool({
  name: 'get_week',
  title: 'Get week',
  description:
    'What a week brought: decisions, verdicts, signals, tasks, writes of agents, rules, largest moves, untouched products. Begin a weekly review with it.',
  input: WeekQuery.strict(),
  async find({ reads, timeZone }, query) {
    const { readReplica } = await reads()
    const week = await readWeek(readReplica, query, timeZone())
    const { period, verdicts, signals, tasks, meta, movers, ...lists } = week
    const { unresolved_critical } = signals
    const totals = {
      ...meta,
      ...meta.verdicts,
      unresolved_critical: meta.signals.unresolved_critical,
      overdue: meta.tasks.overdue,
    }
    const nested = {
      verdicts: { due: verdicts.due.map(verdictText), reached: verdicts.reached.map(verdictText) },
      signals: { ...signals, unresolved_critical: unresolved_critical.map(withAuthorText) },
      tasks,
    }
    // Numbers alone are no stored text.
    const lengths = {
      due: verdicts.due.length,
      reached: verdicts.reached.length,
      unresolved_critical: unresolved_critical.length,
      overdue: tasks.overdue.length,
    }
    const isStored = Object.values(lengths).some((length) => length > 0)
    return {
      server: { period, meta, ...(!isStored && nested) },
      stored: {
        ...(isStored && nested),
        ...lists,
        movers: movers.map((mover) => Mover.parse(mover)),
        decided: lists.decided.map(withAuthorText),
        agents: lists.agents.map(({ actor, ...counts }) => ({ actor: authorText(actor), ...counts })),
      },
      next: (rowCounts) => {
        const shown: Record<string, number> = { ...rowCounts, ...lengths }
        const calls = (Object.keys(fullListCalls) as ListName[])
          .filter((name) => (shown[name] ?? 0) < totals[name])
          .map((name) => `${name}: ${fullListCalls[name]}`)
        return calls.length > 0 ? `These lists are truncated. For more call ${calls.join('; ')}.` : undefined
      },
    }
  },
})
