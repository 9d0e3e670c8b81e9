import { sql } from 'kysely'
import { all, param } from '../../database/statement.ts'
import { day } from '../rules/day.ts'
import { translations } from '../rules/description.ts'

/** The query fields of a list whose rows have a date. Use `orderedDates` to validate their order. */
export const dayRange = {
  date_from: day
    .optional()
    .describe('First day, inclusive')
    .register(translations, { ru: 'Первый день включительно' }),
  date_to: day
    .optional()
    .describe('Last day, inclusive')
    .register(translations, { ru: 'Последний день включительно' }),
}

type DayRange = { date_from?: string | undefined; date_to?: string | undefined }

/** Returns the condition that `column` of the table aliased `record` is within the range of a query. */
export function inDayRange(query: DayRange, column: string) {
  const value = sql.ref(`record.${column}`)
  return all([
    query.date_from !== undefined && sql`${value} >= ${param('date_from')}`,
    query.date_to !== undefined && sql`${value} <= ${param('date_to')}`,
  ])
}
