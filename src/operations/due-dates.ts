import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { type DueDate, type DuePeriod, maxDueDates } from '../record/due-date.ts'

/** Returns the ends of active and paused strategies in the period: at most 500. */
export function listOperationsDueDates(read: Read, period: DuePeriod): Promise<DueDate[]> {
  return read(selectDue(period))
}

const selectDue = statement(
  'due_dates.of_operations',
  { from: '2026-11-01', to: '2026-11-30' },
  () => sql<DueDate>`
      select 'strategy' as record_type, id, name as title, ends_on as date from strategies
      where deleted_at is null and status in ('active', 'paused')
        and ends_on between ${param('from')}::date and ${param('to')}::date
      order by ends_on, id limit ${sql.lit(maxDueDates)}`,
)
