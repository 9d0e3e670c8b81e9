import { z } from 'zod'
import { mostOf, readSummary, Summary } from '../../src/portfolio/summary/summary.ts'
import { commonAnswer, directionSlugArgument, warned, warningTexts } from '../argument.ts'
import { refuseUnknown } from '../suggestions.ts'
import { tool } from '../tool.ts'

type List = keyof typeof mostOf

// Who tells all of a list.
const rest: Record<List, string> = {
  need_attention: 'GET /api/portfolio/summary, beyond ten list_signals, list_decisions, list_tasks',
  canon: 'list_canon_rules',
  products: 'list_products',
  risks: 'list_signals with status=open and a severity',
  growth_points: 'list_signals with status=open and a severity',
}
const lists = Object.keys(rest) as List[]

export const summaryTool = tool({
  name: 'get_portfolio_summary',
  title: 'Portfolio summary',
  description:
    'The portfolio at a glance: health, what needs attention, active canon, products, trends, risks, growth points. Call it first; then list_canon_rules for the words of the canon, get_product for one product.',
  input: z.strictObject({ direction_slug: directionSlugArgument }),
  output: z.strictObject({ ...commonAnswer, warnings: warningTexts, message: z.string(), ...Summary.shape }),
  async find({ reads }, query) {
    const { readReplica: read } = await reads()
    const { warnings: doubts, ...summary } = await readSummary(read, query)
    if (doubts.length > 0) await refuseUnknown(read, query)
    return {
      content: {
        message: 'Portfolio summary.',
        ...summary,
        ...warned(doubts),
      },
      next: (shown) => {
        // The summary itself has the first rows alone: where it is full, there may be more than it was given.
        const cut = lists.filter(
          (list) => (shown[list] ?? 0) < summary[list].length || summary[list].length === mostOf[list],
        )
        const told = cut.map((list) => `${list} (${shown[list]} rows): ${rest[list]}`)
        return cut.length > 0
          ? `Of these lists the first rows are told. Call for all, with the same direction_slug: ${told.join('; ')}.`
          : undefined
      },
    }
  },
})
