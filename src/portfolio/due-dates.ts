import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { type DueDate, type DuePeriod, maxDueDates } from '../record/due-date.ts'
import { isUnfinished } from './urgency.ts'

/** Returns the reviews of active decisions and the unfinished tasks that are due in the period: at most 500 of each. */
export function listPortfolioDueDates(read: Read, period: DuePeriod): Promise<DueDate[]> {
  return read(selectDue(period))
}

const selectDue = statement(
  'due_dates.of_portfolio',
  { from: '2026-11-01', to: '2026-11-30' },
  () => sql<DueDate>`
      (select 'decision' as record_type, id, title, review_at as date from decisions
        where status = 'active' and review_at between ${param('from')}::date and ${param('to')}::date
        order by review_at, id limit ${sql.lit(maxDueDates)})
      union all
      (select 'task', id, title, due_at from tasks
        where ${isUnfinished()} and due_at between ${param('from')}::date and ${param('to')}::date
        order by due_at, id limit ${sql.lit(maxDueDates)})`,
)
