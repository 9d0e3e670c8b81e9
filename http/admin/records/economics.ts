import { phrase } from '../../../src/language/phrase.ts'
import { readEconomics } from '../../../src/portfolio/economics/read.ts'
import { evidencePart } from '../parts/evidence.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'

/** Economics. They are never changed. */
export const economicsPages = portfolioPages('economics', {
  texts: 'economics',
  about: phrase('economics.about'),
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
    { label: phrase('economics.unconfirmed'), query: { status: 'unconfirmed' } },
    { label: phrase('economics.disputed'), query: { status: 'disputed' } },
  ],
  read: readEconomics,
  part: evidencePart('economics'),
})
