import { phrase } from '../../../src/language/phrase.ts'
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
  group: 'portfolio',
  about: phrase('competitor.about'),
  historyType: 'competitor',
  columns: ['name', 'product_slug', 'relation', 'platform', 'average_rating', 'reviews_count', 'note'],
  presets: [
    { label: phrase('competitor.direct'), query: { relation: 'direct' } },
    { label: phrase('competitor.indirect'), query: { relation: 'indirect' } },
    { label: phrase('competitor.aspiration'), query: { relation: 'aspiration' } },
  ],
  schema: Competitor,
  list: { query: CompetitorQuery, run: listCompetitors },
  read: readCompetitor,
  create: { body: NewCompetitor, run: createCompetitor },
  change: { body: CompetitorChange, run: changeCompetitor },
  remove: { run: removeCompetitor },
  related: [{ collection: 'competitor-reviews', filter: ({ id }) => ({ competitor_id: id }) }],
})
