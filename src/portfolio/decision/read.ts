import { sql } from 'kysely'
import { z } from 'zod'
import { namedUser } from '../../access/user.ts'
import type { Read } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { recordReads } from '../../record/list/reads.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { day, orderedDates } from '../../record/rules/day.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { text } from '../../record/rules/text.ts'
import { Chain, readChains } from '../evidence/chain.ts'
import { evidenceColumn } from '../evidence/field.ts'
import { linkedFields, readLinks } from '../evidence/read.ts'
import { hasOwner, placedQuery, recordFilters, withSlugWarnings } from '../list/filter.ts'
import { portfolioOrder } from '../list/order.ts'
import { withOrderedPeriods } from '../list/period.ts'
import { placeSlugColumns } from '../place/slugs.ts'
import { taskColumns } from '../task/read.ts'
import type { Task } from '../task/task.ts'
import { decisionUrgency, overdueReview, verdictDue, verdictReached } from '../urgency.ts'
import { decisionStatuses, decisionTypes, outcomes } from '../vocabulary.ts'
import { StoredDecision } from './decision.ts'
import { Decision } from './decision-with-tasks.ts'
import { expectedColumn } from './expectation.ts'
import { measureExpectations } from './measure.ts'
import { MeasuredExpectation } from './measurement.ts'

/** A decision with its evidence, the records that cite it, its chain, and what was measured of its expectations. */
export const DecisionDetail = Decision.extend({
  ...linkedFields,
  chain: Chain,
  expected: z.array(MeasuredExpectation),
})
export type DecisionDetail = z.output<typeof DecisionDetail>

/** Query of the decision list. */
export const DecisionQuery = orderedDates(
  withOrderedPeriods(
    z.object({
      ...placedQuery,
      status: enumOf(decisionStatuses).optional(),
      decision_type: enumOf(decisionTypes).optional(),
      owner: text(255)
        .optional()
        .describe('Only decisions of this owner: the full name (case-insensitive)')
        .register(translations, { ru: 'Только решения этого ответственного: полное имя, регистр не важен' }),
      review_before: day
        .optional()
        .describe('Only decisions whose review is due before this day')
        .register(translations, { ru: 'Только решения со сроком пересмотра раньше этого дня' }),
      overdue: boolean
        .optional()
        .describe('1: only active decisions whose review was due before today; 0: only the others')
        .register(translations, {
          ru: 'Да: только действующие решения, срок пересмотра которых прошёл; нет: только остальные',
        }),
      outcome: enumOf(outcomes).optional(),
      judged: boolean
        .optional()
        .describe('1: only decisions with an outcome; 0: only the others')
        .register(translations, { ru: 'Да: только решения с итогом; нет: только остальные' }),
      verdict_due: boolean
        .optional()
        .describe(
          '1: only active decisions without an outcome, of which the day of an expectation has passed; 0: only the others',
        )
        .register(translations, {
          ru: 'Да: только действующие решения без итога, у которых день ожидания прошёл; нет: только остальные',
        }),
      reached_from: day
        .optional()
        .describe('Only decisions that expected something by a day that has passed, this one or a later one')
        .register(translations, {
          ru: 'Только решения, у которых день ожидания прошёл, начиная с этого дня',
        }),
      reached_to: day
        .optional()
        .describe('Likewise, this day or an earlier one')
        .register(translations, { ru: 'То же, по этот день включительно' }),
    }),
  ),
  'reached_from',
  'reached_to',
)
export type DecisionQuery = z.output<typeof DecisionQuery>

const columns = qualifiedColumns('record', StoredDecision.omit({ evidence: true, expected: true }))

type Row = Omit<Decision, 'tasks'>

const reads = recordReads<Row, DecisionQuery>(
  'decisions',
  { product_slug: 'qr-scanner', status: 'active', overdue: true },
  (query) =>
    db
      .selectFrom('decisions as record')
      .where(
        all([
          recordFilters(query),
          query.status !== undefined && sql`record.status = ${param('status')}`,
          query.owner !== undefined && hasOwner,
          query.review_before !== undefined && sql`record.review_at < ${param('review_before')}::date`,
          query.overdue !== undefined &&
            (query.overdue ? overdueReview(query) : sql`${overdueReview(query)} is not true`),
          query.outcome !== undefined && sql`record.outcome = ${param('outcome')}`,
          query.judged !== undefined && sql`(record.outcome is not null) = ${param('judged')}::boolean`,
          query.verdict_due !== undefined && (query.verdict_due ? verdictDue : sql`not ${verdictDue}`),
          (query.reached_from !== undefined || query.reached_to !== undefined) && verdictReached(query),
          query.decision_type !== undefined && sql`record.decision_type = ${param('decision_type')}`,
        ]),
      )
      .select([
        ...columns,
        evidenceColumn,
        expectedColumn,
        ...placeSlugColumns,
        namedUser('owner').as('owner_user'),
      ]),
  portfolioOrder({ schema: Decision, urgency: decisionUrgency, literals: ['overdue', 'verdict_due'] }),
)

const list = withSlugWarnings(reads.list)

/** Returns a page of decisions with their tasks, newest first. */
export async function listDecisions(read: Read, query: DecisionQuery) {
  const page = await list(read, query)
  return { ...page, rows: await withTasks(read, page.rows) }
}

/** Returns the newest decisions that match, with their tasks. */
export async function latestDecisions(read: Read, query: Partial<DecisionQuery>, limit: number) {
  return withTasks(read, await reads.latest(read, query, limit))
}

/** Returns one decision with its tasks; throws `not_found`. */
export async function readDecision(read: Read, id: number): Promise<Decision> {
  const [decision] = await withTasks(read, [await reads.one(read, id)])
  return decision as Decision
}

/**
 * Returns one decision with its evidence, the records that cite it, its chain, and what was measured of its expectations in
 * the days of a time zone; throws `not_found`.
 */
export async function showDecision(read: Read, id: number, zone: string): Promise<DecisionDetail> {
  const [decision, links] = await Promise.all([
    readDecision(read, id),
    readLinks(read, { type: 'decision', id }),
  ])
  const [chains, [expected = []]] = await Promise.all([
    readChains(read, [decision]),
    measureExpectations(read, [decision], zone),
  ])
  return { ...decision, ...links, chain: chains.get(id) as Chain, expected }
}

const selectTasks = statement('decisions.tasks', { ids: [1, 2] }, () =>
  db
    .selectFrom('tasks as record')
    .where(sql<boolean>`record.product_decision_id = any(${param('ids')}::bigint[])`)
    .select([...taskColumns])
    .orderBy('record.id'),
)

// One statement reads the tasks of all decisions of the page.
async function withTasks(read: Read, decisions: Row[]): Promise<Decision[]> {
  if (decisions.length === 0) return []
  const tasks: Task[] = await read(selectTasks({ ids: decisions.map((decision) => decision.id) }))
  return decisions.map((decision) => ({
    ...decision,
    tasks: tasks.filter((task) => task.product_decision_id === decision.id),
  }))
}

const maxDates = 200

/** A day on which a decision was made or reviewed. */
export type DecisionDate = { date: string; event: 'created' | 'reviewed'; id: number; title: string }

/**
 * Returns the days from `from` on, in a time zone, on which decisions were made or got the status `reviewed`: the newest
 * 200, oldest first.
 */
export async function listDecisionDates(
  read: Read,
  query: { from: string; time_zone: string },
): Promise<DecisionDate[]> {
  return (await read(selectDates(query))).toReversed()
}

const zone = sql`${param('time_zone')}::text`
const start = sql`${param('from')}::date::timestamp at time zone ${zone}`

const selectDates = statement(
  'decisions.dates',
  { from: '2026-11-01', time_zone: 'Europe/Berlin' },
  () => sql<DecisionDate>`
      select (at at time zone ${zone})::date as date, event, id, title from (
        select decisions.created_at as at, 'created' as event, decisions.id, decisions.title
          from decisions where decisions.created_at >= ${start}
        union all
        select history.created_at, 'reviewed', decisions.id, decisions.title
          from decisions join history on history.record_type = 'decision' and history.record_id = decisions.id
          where history.event = 'status_changed' and history.changes->'status'->>'to' = 'reviewed'
            and history.created_at >= ${start}
      ) as event order by at desc, id desc limit ${sql.lit(maxDates)}`,
)
