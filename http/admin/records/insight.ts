import { readInsight } from '../../../src/portfolio/insight/read.ts'
import { evidencePart } from '../parts/evidence.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'

/** Insights. They are never changed. */
export const insightPages = portfolioPages('insight', {
  texts: 'insight',
  label: { singular: 'insight', plural: 'insights' },
  about: 'What was learned about products, apps and directions from data that is kept elsewhere.',
  columns: ['title', 'impact_level', 'confidence_level', 'source_layer', 'product_slug', 'discovered_at'],
  presets: [
    { label: 'High impact', query: { impact_level: 'high' } },
    { label: 'Verified', query: { confidence_level: 'verified' } },
  ],
  read: readInsight,
  part: evidencePart('insight'),
})
