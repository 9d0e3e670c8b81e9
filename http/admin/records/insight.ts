import { phrase } from '../../../src/language/phrase.ts'
import { readInsight } from '../../../src/portfolio/insight/read.ts'
import { evidencePart } from '../parts/evidence.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'

/** Insights. They are never changed. */
export const insightPages = portfolioPages('insight', {
  texts: 'insight',
  about: phrase('insight.about'),
  columns: ['title', 'impact_level', 'confidence_level', 'source_layer', 'product_slug', 'discovered_at'],
  presets: [
    { label: phrase('insight.highImpact'), query: { impact_level: 'high' } },
    { label: phrase('insight.verified'), query: { confidence_level: 'verified' } },
  ],
  read: readInsight,
  part: evidencePart('insight'),
})
