import type { Read } from '../database/read.ts'
import { type ChangeQuery, readChanges } from '../journal/feed.ts'

const kinds = [
  'direction',
  'product',
  'app',
  'signal',
  'insight',
  'economics',
  'decision',
  'task',
  'canon_rule',
]

/** The changes of the portfolio, oldest first. */
export function readPortfolioChanges(read: Read, query: ChangeQuery) {
  return readChanges(read, kinds, query)
}
