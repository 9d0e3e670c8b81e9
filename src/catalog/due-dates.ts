import { listAssistantDueDates } from '../assistant/service-task/read.ts'
import type { Read } from '../database/read.ts'
import { listOperationsDueDates } from '../operations/strategy/read.ts'
import { listPortfolioDueDates } from '../portfolio/urgency.ts'
import type { DueDate, DuePeriod } from '../record/due-date.ts'

/**
 * Returns what is due in a period, earliest first: reviews of decisions, tasks, ends of strategies and tasks of
 * services. At most 500 of each kind, the earliest.
 */
export async function listDueDates(read: Read, period: DuePeriod): Promise<DueDate[]> {
  const lists = await Promise.all(
    [listPortfolioDueDates, listOperationsDueDates, listAssistantDueDates].map((list) => list(read, period)),
  )
  return lists.flat().toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
}
