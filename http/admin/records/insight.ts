import { Insight, NewInsight } from '../../../src/portfolio/insight/insight.ts'
import { InsightQuery, listInsights, readInsight } from '../../../src/portfolio/insight/read.ts'
import { createInsight, restoreInsight, retractInsight } from '../../../src/portfolio/insight/writes.ts'
import { evidencePart } from '../parts/evidence.ts'
import { retractionPages } from '../parts/retraction.ts'
import { recordPages } from '../record/record.ts'

/** Insights. They are never changed. */
export const insightPages = recordPages({
  label: { singular: 'insight', plural: 'insights' },
  group: 'Portfolio',
  about: 'What was learned about products, apps and directions from data that is kept elsewhere.',
  historyType: 'insight',
  columns: ['title', 'impact_level', 'confidence_level', 'source_layer', 'product_slug', 'discovered_at'],
  presets: [
    { label: 'High impact', query: { impact_level: 'high' } },
    { label: 'Verified', query: { confidence_level: 'verified' } },
  ],
  schema: Insight,
  list: { query: InsightQuery, run: listInsights },
  read: readInsight,
  create: {
    body: NewInsight,
    run: createInsight,
  },
  part: evidencePart('insight'),
  ...retractionPages('insight', { retract: retractInsight, restore: restoreInsight }),
})
