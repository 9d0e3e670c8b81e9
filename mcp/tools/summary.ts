import { z } from 'zod'
import { maxSummaryRows, readSummary } from '../../src/portfolio/summary/summary.ts'
import type { Provenance } from '../../src/record/provenance.ts'
import { directionSlugArgument, fullArgument } from '../argument.ts'
import { fullTextBytes } from '../size-limit.ts'
import { rejectUnknownSlugs } from '../suggestions.ts'
import { tool } from '../tool.ts'
import { authorText } from '../view.ts'
import { warningsField } from '../warnings-field.ts'

type ListName = keyof typeof maxSummaryRows

// The calls that return the full lists.
const fullListCalls: Record<ListName, string> = {
  need_attention: 'list_signals, list_decisions and list_tasks',
  canon: 'list_canon_rules',
  products: 'list_products',
  risks: 'list_signals with status=open and a severity',
  growth_points: 'list_signals with status=open and a severity',
}
const listNames = Object.keys(fullListCalls) as ListName[]

export const getPortfolioSummaryTool = tool({
  name: 'get_portfolio_summary',
  title: 'Get portfolio summary',
  description:
    'Overview of the portfolio: health, what needs attention, active canon rules, products, trends, risks, growth points. Call it first; then list_canon_rules for the text of the rules, get_product for one product.',
  input: z.strictObject({ direction_slug: directionSlugArgument, full: fullArgument }),
  async find({ reads }, { full, ...query }) {
    const { read, readReplica } = await reads()
    const { warnings, portfolio, trends, generated_at, ...lists } = await readSummary(readReplica, query)
    if (warnings.length > 0) await rejectUnknownSlugs(read, query)
    return {
      server: {
        message: 'Portfolio summary.',
        portfolio,
        trends,
        generated_at,
        ...warningsField(warnings),
      },
      stored: {
        ...lists,
        need_attention: lists.need_attention.map(withAuthorText),
        risks: lists.risks.map(withAuthorText),
        growth_points: lists.growth_points.map(withAuthorText),
      },
      ...(full && { maxTextBytes: fullTextBytes }),
      next: (rowCounts) => {
        // The summary query has a row limit for each list: a list that reaches it may have more rows.
        const truncated = listNames.filter(
          (name) =>
            (rowCounts[name] ?? 0) < lists[name].length || lists[name].length === maxSummaryRows[name],
        )
        const calls = truncated.map((name) => `${name} (${rowCounts[name]} rows): ${fullListCalls[name]}`)
        return truncated.length > 0
          ? `These lists are truncated. For the full lists call, with the same direction_slug: ${calls.join('; ')}.`
          : undefined
      },
    }
  },
})

function withAuthorText<Row extends { created_by: Provenance }>(row: Row) {
  return { ...row, created_by: authorText(row.created_by) }
}
