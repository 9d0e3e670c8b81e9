import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { versionOf } from '../../journal/record-versions.ts'
import { maxExactTotal } from '../../record/list/total.ts'
import { type Named, namedReference } from '../../record/named.ts'
import { values } from '../../record/rules/enumeration.ts'
import { startOfDay, todayIn } from '../../record/time-zone.ts'
import { taskUrgency } from '../urgency.ts'
import { taskStatuses } from '../vocabulary.ts'
import { type Claim, claimOfTask } from './claim.ts'
import { isPlanned, type PlanQuery } from './plan.ts'
import type { StoredTask } from './task.ts'

const { cancelled: _, ...statuses } = taskStatuses

/** The statuses that are columns of the board, in their order. */
export const boardStatuses = statuses
type BoardStatus = keyof typeof boardStatuses

// The most tasks of a column that the board shows.
const maxCards = 30

/** For so many days the board shows what is done. */
export const boardDoneDays = 14

/** A task as the board shows it. */
export type Card = Pick<
  StoredTask,
  'id' | 'title' | 'status' | 'priority' | 'owner' | 'due_at' | 'blocked_by'
> & {
  product: Named | null
  /** The task that blocks it. */
  blocker: Named | null
  claim: Claim | null
  /** The version of the record, as in `readVersion`. */
  version: number
}

/** A column of the board. `total` counts at most `maxExactTotal` and one more. */
export type BoardColumn = { status: BoardStatus; cards: Card[]; total: number }

/** Returns the first day whose finished tasks the board shows, in a time zone. */
export function boardDoneFrom(zone: string): string {
  return todayIn(zone, -boardDoneDays)
}

/** Returns the columns of the board with the tasks that are planned, the most urgent or last done first, by one statement. */
export function readBoard(read: Read, { owner, due_from, due_to }: PlanQuery, zone: string) {
  const done_from = startOfDay(zone, boardDoneFrom(zone))
  return read(selectBoard({ owner, due_from, due_to, done_from }))
}

const selectBoard = statement(
  'tasks.board',
  { owner: 'Anna', due_from: '2026-11-23', due_to: '2026-11-29', done_from: '2026-11-15T00:00:00.000Z' },
  (query: PlanQuery & { done_from: string }) =>
    sql<BoardColumn>`${sql.join(
      values(boardStatuses).map((status) => columnOf(status, query)),
      sql` union all `,
    )}`,
)

function columnOf(status: BoardStatus, query: PlanQuery) {
  const isDone = status === 'done'
  const matching = sql`tasks as record where ${all([
    sql`record.status = ${sql.lit(status)}`,
    isDone && sql`record.done_at >= ${param('done_from')}::timestamptz`,
    isPlanned(query),
  ])}`
  const order = isDone ? sql`record.done_at desc, record.id desc` : sql.join([...taskUrgency])
  return sql`select ${sql.lit(status)} as status,
    (select coalesce(json_agg(card), '[]') from (
      select record.id, record.title, record.status, record.priority, record.owner, record.due_at, record.blocked_by,
        ${namedReference('products', 'product_id')} as product,
        ${namedReference('tasks', 'blocked_by_id', { label: 'title' })} as blocker,
        ${claimOfTask} as claim, ${versionOf('task', sql.ref('record.id'))} as version
      from ${matching} order by ${order} limit ${sql.lit(maxCards)}) as card) as cards,
    (select count(*) from (select from ${matching} limit ${sql.lit(maxExactTotal + 1)}) as counted) as total`
}
