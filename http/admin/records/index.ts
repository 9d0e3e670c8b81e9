import type { RecordPages } from '../record.ts'
import { companyPages } from './company.ts'
import { competitorPages } from './competitor.ts'
import { competitorReviewPages } from './competitor-review.ts'
import { keywordPositionPages } from './keyword-position.ts'
import { productPages } from './product.ts'
import { storeTruthPages } from './store-truth.ts'

/** The records of the web interface, in the order of the navigation. */
export const allRecords: readonly RecordPages[] = [
  productPages,
  competitorPages,
  competitorReviewPages,
  keywordPositionPages,
  storeTruthPages,
  companyPages,
]
