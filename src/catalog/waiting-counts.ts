import { type Read, readRow } from '../database/read.ts'
import { statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { countOfUnreviewed, type ReviewOf } from '../journal/review.ts'
import { countOfPending } from '../portfolio/proposal/inbox.ts'
import { countOfWork, type WorkOf } from './my-day/work.ts'

/** How much waits for a person: work until a day, changes to review and proposals. */
export type WaitingCounts = { work: number; changes: number; proposals: number }

/** Counts what waits for a person, by one statement. Changes are counted up to one more than a review shows. */
export function countWaiting(read: Read, query: WorkOf & ReviewOf): Promise<WaitingCounts> {
  return readRow(read, selectCounts(query))
}

const selectCounts = statement('my_day.counts', { user_id: 1, until: '2026-11-27', hidden: ['user'] }, () =>
  db.selectNoFrom([countOfWork.as('work'), countOfUnreviewed.as('changes'), countOfPending.as('proposals')]),
)
