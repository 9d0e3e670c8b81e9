import { z } from 'zod'
import { trendFields, withTrendRules } from '../../src/catalog/trends/query.ts'
import { readTrends } from '../../src/catalog/trends/read.ts'
import { appSlugArgument, productSlugArgument } from '../argument.ts'
import { rejectUnknownSlugs } from '../suggestions.ts'
import { tool } from '../tool.ts'

export const getTrendsTool = tool({
  name: 'get_trends',
  title: 'Get trends',
  description:
    'How clicks (the default), ratings or keyword positions of apps moved: the last days against as many before, largest change first. A position is the median, smaller is better; points have the newest. list_changes may say why.',
  input: withTrendRules(
    z.strictObject({
      ...trendFields,
      metric: trendFields.metric.default('clicks'),
      product_slug: productSlugArgument,
      app_slug: appSlugArgument,
    }),
  ),
  async find({ reads, timeZone }, query) {
    const { read, readReplica } = await reads()
    const { trends, total, period, previous } = await readTrends(readReplica, query, timeZone())
    if (trends.length === 0) await rejectUnknownSlugs(read, query)
    return {
      server: { total, period, previous },
      stored: { trends },
      next: ({ trends: shown = 0 }) =>
        shown < total
          ? `These are the ${shown} largest of ${total} changes. For others call get_trends with product_slug or app_slug, of positions also with keyword or country.`
          : undefined,
    }
  },
})
