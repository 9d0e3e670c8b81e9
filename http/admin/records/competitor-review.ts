import { phrase } from '../../../src/language/phrase.ts'
import {
  CompetitorReviewChange,
  NewCompetitorReview,
} from '../../../src/portfolio/competitor-review/competitor-review.ts'
import {
  CompetitorReview,
  CompetitorReviewQuery,
  listCompetitorReviews,
  readCompetitorReview,
} from '../../../src/portfolio/competitor-review/read.ts'
import {
  changeCompetitorReview,
  createCompetitorReview,
  removeCompetitorReview,
} from '../../../src/portfolio/competitor-review/writes.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { html } from '../html/html.ts'
import { recordAddress } from '../record/address.ts'
import { recordPages } from '../record/record.ts'

/** Reviews of competitors. */
export const competitorReviewPages = recordPages({
  texts: 'competitorReview',
  group: 'portfolio',
  about: phrase('competitorReview.about'),
  historyType: 'competitor_review',
  columns: ['body', 'competitor_name', 'rating', 'author', 'language', 'reviewed_at'],
  cells: {
    competitor_name: ({ row }) =>
      html`<a href=${recordAddress('competitors', Number(row.competitor_id))}>${visibleName({ id: Number(row.competitor_id), name: String(row.competitor_name) })}</a>`,
  },
  presets: [
    { label: phrase('competitorReview.oneStar'), query: { rating: '1' } },
    { label: phrase('competitorReview.fiveStars'), query: { rating: '5' } },
  ],
  schema: CompetitorReview,
  list: { query: CompetitorReviewQuery, run: listCompetitorReviews },
  read: readCompetitorReview,
  create: { body: NewCompetitorReview, run: createCompetitorReview },
  change: { body: CompetitorReviewChange, run: changeCompetitorReview },
  remove: { run: removeCompetitorReview },
})
