import { CompetitorChange, NewCompetitor } from '../../../src/portfolio/competitor/competitor.ts'
import {
  Competitor,
  CompetitorQuery,
  listCompetitors,
  readCompetitor,
} from '../../../src/portfolio/competitor/read.ts'
import {
  changeCompetitor,
  createCompetitor,
  removeCompetitor,
} from '../../../src/portfolio/competitor/writes.ts'
import { recordPages } from '../record/record.ts'

/** Competitors. */
export const competitorPages = recordPages({
  texts: 'competitor',
  label: { singular: 'competitor', plural: 'competitors' },
  group: 'portfolio',
  about: 'Products of other companies that ours are compared with.',
  historyType: 'competitor',
  columns: ['name', 'product_slug', 'relation', 'platform', 'average_rating', 'reviews_count', 'note'],
  presets: [
    { label: 'Direct', query: { relation: 'direct' } },
    { label: 'Indirect', query: { relation: 'indirect' } },
    { label: 'Aspiration', query: { relation: 'aspiration' } },
  ],
  schema: Competitor,
  list: { query: CompetitorQuery, run: listCompetitors },
  read: readCompetitor,
  create: { body: NewCompetitor, run: createCompetitor },
  change: { body: CompetitorChange, run: changeCompetitor },
  remove: { run: removeCompetitor },
  related: [{ collection: 'competitor-reviews', filter: ({ id }) => ({ competitor_id: id }) }],
})
