import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { type Work, type WorkOf, workOfPerson } from './work.ts'

/** The most records of a person that are read. */
export const maxWork = 200

/**
 * Returns the work of a person that is due until a day or that waits for others, the earliest first and the most urgent
 * of a day first, by one statement.
 */
export function listWork(read: Read, query: WorkOf): Promise<Work[]> {
  return read(selectWork(query))
}

const selectWork = statement(
  'my_day.work',
  { user_id: 1, until: '2026-11-27' },
  () => sql<Work>`
      select * from ${workOfPerson}
      order by due_at nulls last, array_position(array['critical', 'high', 'medium', 'low'], priority), record_type, id
      limit ${sql.lit(maxWork)}`,
)
