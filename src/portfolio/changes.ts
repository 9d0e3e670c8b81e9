import type { Read } from '../database/read.ts'
import { type ChangeQuery, readChanges } from '../journal/feed.ts'
import { kinds } from './kinds.ts'

/** Returns a page of the portfolio's change feed, oldest change first. */
export function readPortfolioChanges(read: Read, query: ChangeQuery) {
  return readChanges(read, Object.keys(kinds), query)
}
