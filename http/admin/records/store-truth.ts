import { phrase } from '../../../src/language/phrase.ts'
import {
  listStoreTruth,
  readStoreTruth,
  StoreTruth,
  StoreTruthQuery,
} from '../../../src/portfolio/store-truth/read.ts'
import { NewStoreTruth, StoreTruthChange } from '../../../src/portfolio/store-truth/store-truth.ts'
import {
  changeStoreTruth,
  createStoreTruth,
  removeStoreTruth,
} from '../../../src/portfolio/store-truth/writes.ts'
import { recordPages } from '../record/record.ts'

/** Store truth. */
export const storeTruthPages = recordPages({
  texts: 'storeTruth',
  group: 'portfolio',
  about: phrase('storeTruth.about'),
  historyType: 'store_truth',
  columns: ['date', 'app_slug', 'title', 'version', 'rating', 'ratings_count', 'installs_band', 'status'],
  presets: [
    { label: phrase('storeTruth.removed'), query: { status: 'removed' } },
    { label: phrase('storeTruth.inReview'), query: { status: 'in-review' } },
  ],
  schema: StoreTruth,
  list: { query: StoreTruthQuery, run: listStoreTruth },
  read: readStoreTruth,
  create: { body: NewStoreTruth, run: createStoreTruth },
  change: { body: StoreTruthChange, run: changeStoreTruth },
  remove: { run: removeStoreTruth },
})
