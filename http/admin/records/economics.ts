import { readEconomics } from '../../../src/portfolio/economics/read.ts'
import { evidencePart } from '../parts/evidence.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'

/** Economics. They are never changed. */
export const economicsPages = portfolioPages('economics', {
  texts: 'economics',
  label: { singular: 'economics summary', plural: 'economics summaries', list: 'Economics' },
  about: 'Costs and earnings of products and directions in a period, in words.',
  columns: [
    'title',
    'product_slug',
    'direction_slug',
    'period_start',
    'period_end',
    'economics_status',
    'confidence_level',
  ],
  presets: [
    { label: 'Unconfirmed', query: { status: 'unconfirmed' } },
    { label: 'Disputed', query: { status: 'disputed' } },
  ],
  read: readEconomics,
  part: evidencePart('economics'),
})
