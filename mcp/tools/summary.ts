import { z } from 'zod'
import { readSummary, Summary } from '../../src/portfolio/summary/summary.ts'
import { besides, directionSlug, warned } from '../argument.ts'
import { refuseUnknown } from '../nearest.ts'
import { tool } from '../tool.ts'

export const summaryTool = tool({
  name: 'get_portfolio_summary',
  title: 'Portfolio summary',
  description:
    'The portfolio at a glance: health, what needs attention, active canon, products, trends, risks, growth points. Call it first; then list_canon_rules for the words of the canon, get_product for one product.',
  input: z.strictObject({ direction_slug: directionSlug }),
  output: z.strictObject({ ...besides, message: z.string(), ...Summary.shape }),
  async find({ reads }, query) {
    const { readReplica: read } = await reads()
    const { warnings, ...summary } = await readSummary(read, query)
    if (warnings.length > 0) await refuseUnknown(read, query)
    return {
      content: {
        message: 'Portfolio summary.',
        ...summary,
        ...warned(warnings),
      },
      next: ({ products = 0 }) =>
        products < summary.products.length
          ? `${products} of ${summary.portfolio.products_count} products are told here; list_products has them all.`
          : undefined,
    }
  },
})
