import { Economics, NewEconomics } from '../../../src/portfolio/economics/economics.ts'
import { EconomicsQuery, listEconomics, readEconomics } from '../../../src/portfolio/economics/read.ts'
import {
  createEconomics,
  restoreEconomics,
  retractEconomics,
} from '../../../src/portfolio/economics/writes.ts'
import { evidencePart } from '../parts/evidence.ts'
import { retractionPages } from '../parts/retraction.ts'
import { recordPages } from '../record/record.ts'

/** Economics. They are never changed. */
export const economicsPages = recordPages({
  label: { singular: 'economics summary', plural: 'economics summaries', list: 'Economics' },
  group: 'Portfolio',
  about: 'Costs and earnings of products and directions in a period, in words.',
  historyType: 'economics',
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
  schema: Economics,
  list: { query: EconomicsQuery, run: listEconomics },
  read: readEconomics,
  create: {
    body: NewEconomics,
    run: createEconomics,
  },
  part: evidencePart('economics'),
  ...retractionPages('economics summary', { retract: retractEconomics, restore: restoreEconomics }),
})
