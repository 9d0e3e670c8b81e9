import { sql } from 'kysely'
import type { z } from 'zod'
import { all, param } from '../../database/statement.ts'
import { day } from '../../record/rules/day.ts'
import { translations } from '../../record/rules/description.ts'
import { text } from '../../record/rules/text.ts'
import { hasOwner } from '../list/filter.ts'

/** The query fields that select a plan: whose tasks, due from one day to another. */
export const planFields = {
  owner: text(255)
    .optional()
    .describe('Only tasks of this owner: the full name (case-insensitive)')
    .register(translations, { ru: 'Только задачи этого ответственного: полное имя, регистр не важен' }),
  due_from: day
    .optional()
    .describe('Only tasks due on this day or later')
    .register(translations, { ru: 'Только задачи со сроком в этот день или позже' }),
  due_to: day
    .optional()
    .describe('Only tasks due on this day or earlier')
    .register(translations, { ru: 'Только задачи со сроком в этот день или раньше' }),
}
export type PlanQuery = z.output<z.ZodObject<typeof planFields>>

/** Returns the condition that a task belongs to the plan that a query selects. A task without a day is in no period. */
export function isPlanned({ owner, due_from, due_to }: PlanQuery) {
  return all([
    owner !== undefined && hasOwner,
    due_from !== undefined && sql`record.due_at >= ${param('due_from')}::date`,
    due_to !== undefined && sql`record.due_at <= ${param('due_to')}::date`,
  ])
}
