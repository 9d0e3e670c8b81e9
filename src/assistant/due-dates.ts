import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { type DueDate, type DuePeriod, maxDueDates } from '../record/due-date.ts'

/** Returns the unfinished service tasks that are due in the period: at most 500. */
export function listAssistantDueDates(read: Read, period: DuePeriod): Promise<DueDate[]> {
  return read(selectDue(period))
}

const selectDue = statement(
  'due_dates.of_assistant',
  { from: '2026-11-01', to: '2026-11-30' },
  () => sql<DueDate>`
      select 'service_task' as record_type, id, title, due_at as date from service_tasks
      where status in ('open', 'in-progress', 'blocked')
        and due_at between ${param('from')}::date and ${param('to')}::date
      order by due_at, id limit ${sql.lit(maxDueDates)}`,
)
