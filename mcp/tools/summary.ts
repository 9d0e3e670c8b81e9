import { z } from 'zod'
import { maxSummaryRows, readSummary } from '../../src/portfolio/summary/summary.ts'
import { todayIn } from '../../src/record/time-zone.ts'
import { directionSlugArgument } from '../argument.ts'
import { rejectUnknownSlugs } from '../suggestions.ts'
import { tool } from '../tool.ts'
import { withAuthorText } from '../view.ts'
import { warningsField } from '../warnings-field.ts'

type ListName = keyof typeof maxSummaryRows

// The calls that return the full lists.
const fullListCalls: Record<ListName, string> = {
  need_attention: 'list_signals, list_decisions and list_tasks',
  canon: 'list_canon_rules',
  products: 'list_products',
  risks: 'list_signals with signal_type=risk and unresolved=1',
  growth_points: 'list_signals with signal_type=growth-point and unresolved=1',
}
const listNames = Object.keys(fullListCalls) as ListName[]

export const getPortfolioSummaryTool = tool({
  name: 'get_portfolio_summary',
  title: 'Get portfolio summary',
  description:
    'Health of the portfolio, what needs attention, active canon rules, products, trends, risks, growth points. Call it first; then list_canon_rules for their texts, get_product for one product.',
  input: z.strictObject({ direction_slug: directionSlugArgument }),
  async find({ reads, timeZone }, query) {
    const { read, readReplica } = await reads()
    const { warnings, portfolio, need_attention_total, trends, generated_at, ...lists } = await readSummary(
      readReplica,
      { ...query, company_day: todayIn(timeZone()) },
    )
    if (warnings.length > 0) await rejectUnknownSlugs(read, query)
    return {
      server: {
        message: 'Portfolio summary.',
        portfolio,
        need_attention_total,
        trends,
        generated_at,
        ...warningsField(warnings),
      },
      stored: {
        ...lists,
        need_attention: lists.need_attention.map(({ recommended_action, ...item }) =>
          withAuthorText({ ...item, recommended_action: recommended_action && String(recommended_action) }),
        ),
        risks: lists.risks.map(withAuthorText),
        growth_points: lists.growth_points.map(withAuthorText),
      },
      next: (rowCounts) => {
        // The summary query has a row limit for each list: a list that reaches it may have more rows.
        const mayHaveMore = (name: ListName) =>
          name === 'need_attention'
            ? need_attention_total > lists.need_attention.length
            : lists[name].length === maxSummaryRows[name]
        const truncated = listNames.filter(
          (name) => (rowCounts[name] ?? 0) < lists[name].length || mayHaveMore(name),
        )
        const calls = truncated.map((name) => `${name} (${rowCounts[name]} rows): ${fullListCalls[name]}`)
        return truncated.length > 0
          ? `These lists are truncated. For the full lists call, with the same direction_slug: ${calls.join('; ')}.`
          : undefined
      },
    }
  },
})
