import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { enumOf } from '../../record/enumeration.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { directionId, recordFilters, recordQuery } from '../list/filter.ts'
import { portfolioReads } from '../list/reads.ts'
import { productSlugColumn } from '../place/slugs.ts'
import { portfolioTables } from '../tables.ts'
import { taskColumns } from '../task/read.ts'
import type { Task } from '../task/task.ts'
import { decisionStatuses, decisionTypes } from '../vocabulary.ts'
import { StoredDecision } from './decision.ts'
import { Decision } from './new-decision.ts'

/** Query of the decision list. */
export const DecisionQuery = z.object({
  ...recordQuery,
  status: enumOf(decisionStatuses).optional(),
  decision_type: enumOf(decisionTypes).optional(),
})
export type DecisionQuery = z.output<typeof DecisionQuery>

type Row = Omit<Decision, 'tasks'>

const reads = portfolioReads<Row, DecisionQuery>(Decision, ({ direction_slug, ...query }) =>
  portfolioTables
    .selectFrom('decisions as record')
    .where(
      all([
        recordFilters(query),
        direction_slug !== undefined &&
          sql`record.product_id in (select id from products where direction_id = ${directionId})`,
        query.status !== undefined && sql`record.status = ${param('status')}`,
        query.decision_type !== undefined && sql`record.decision_type = ${param('decision_type')}`,
      ]),
    )
    .select([...qualifiedColumns('record', StoredDecision), productSlugColumn]),
)

/** Returns a page of decisions with their tasks, newest first. */
export async function listDecisions(read: Read, query: DecisionQuery) {
  const { rows, ...rest } = await reads.list(read, query)
  return { decisions: await withTasks(read, rows), ...rest }
}

/** Returns the newest decisions that match, with their tasks. */
export async function latestDecisions(read: Read, query: Partial<DecisionQuery>, limit: number) {
  return withTasks(read, await reads.latest(read, query, limit))
}

/** Returns one decision with its tasks; throws `not_found`. */
export async function readDecision(read: Read, id: number): Promise<Decision> {
  const [decision] = await withTasks(read, [await reads.one(read, { id })])
  return decision as Decision
}

const tasksOf = statement((_: { ids: number[] }) =>
  portfolioTables
    .selectFrom('tasks as record')
    .where(sql<boolean>`record.product_decision_id = any(${param('ids')}::bigint[])`)
    .select([...taskColumns])
    .orderBy('record.id'),
)

// One statement reads the tasks of all decisions of the page.
async function withTasks(read: Read, decisions: Row[]): Promise<Decision[]> {
  if (decisions.length === 0) return []
  const tasks: Task[] = await read(tasksOf({ ids: decisions.map((decision) => decision.id) }))
  return decisions.map((decision) => ({
    ...decision,
    tasks: tasks.filter((task) => task.product_decision_id === decision.id),
  }))
}
