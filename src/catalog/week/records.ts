import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { param, statement } from '../../database/statement.ts'
import { Decision } from '../../portfolio/decision/decision-with-tasks.ts'
import { Expectation, expectedColumn } from '../../portfolio/decision/expectation.ts'
import { MeasuredExpectation } from '../../portfolio/decision/measurement.ts'
import { slugExpressions } from '../../portfolio/place/slugs.ts'
import { Product } from '../../portfolio/product/read.ts'
import { Signal } from '../../portfolio/signal/signal.ts'
import { Task } from '../../portfolio/task/task.ts'
import { isUntouched, lastChange } from '../../portfolio/untouched.ts'
import {
  firstExpectedBy,
  isUnresolved,
  overdueTask,
  verdictDue,
  verdictReached,
} from '../../portfolio/urgency.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampText } from '../../record/column.ts'

/** The most rows of each list. */
export const maxRows = 10

/** The first rows of a list, and how many it has in total. */
export type List<Row> = { rows: Row[]; total: number }

const place = { product_slug: true, direction_slug: true, app_slug: true } as const

/** A decision of the week. Its rationale is shortened. */
export const WeekDecision = Decision.pick({
  id: true,
  title: true,
  decision_type: true,
  status: true,
  owner: true,
  review_at: true,
  ...place,
  created_by: true,
  created_at: true,
  rationale: true,
})

const ExpectingDecision = WeekDecision.extend({
  outcome: Decision.shape.outcome,
  expected: z.array(Expectation),
})

/** A decision with an expectation whose day has passed, and with what was measured. */
export const Verdict = ExpectingDecision.extend({
  expected: z
    .array(
      MeasuredExpectation.pick({
        metric: true,
        app_slug: true,
        product_slug: true,
        keyword: true,
        country: true,
        direction: true,
        at_least: true,
        by: true,
        change: true,
        verdict: true,
      }),
    )
    .describe('Its expectations with what was measured: the change, and the verdict'),
})

/** An unresolved critical signal. */
export const CriticalSignal = Signal.pick({
  id: true,
  title: true,
  signal_type: true,
  status: true,
  ...place,
  created_by: true,
  created_at: true,
})

/** An overdue task. */
export const OverdueTask = Task.pick({
  id: true,
  title: true,
  status: true,
  priority: true,
  owner: true,
  due_at: true,
  ...place,
})

/** A product that was not changed for a while, nor any of its records. */
export const UntouchedProduct = Product.pick({
  id: true,
  slug: true,
  name: true,
  portfolio_status: true,
}).extend({ changed_at: Timestamp.describe('When it or one of its records was changed last') })

type Bound = {
  start: string
  end: string
  reached_from: string
  reached_to: string
  today: string
  untouched_since: string
}

/** What happened to records in a period, and what is to be done now. */
export type WeekRecords = {
  decided: List<z.output<typeof WeekDecision>>
  due: List<z.output<typeof ExpectingDecision>>
  reached: List<z.output<typeof ExpectingDecision>>
  opened: number
  resolved: number
  unresolved_critical: List<z.output<typeof CriticalSignal>>
  done: number
  overdue: List<z.output<typeof OverdueTask>>
  untouched: List<z.output<typeof UntouchedProduct>>
}

const start = sql`${param('start')}::timestamptz`
const end = sql`${param('end')}::timestamptz`

/** Returns the condition that a time is in the period. */
export const isInPeriod = (time: string) => sql`${sql.ref(time)} >= ${start} and ${sql.ref(time)} < ${end}`

const count = (table: string, condition: RawBuilder<unknown>) =>
  sql`(select count(*) from ${sql.table(table)} where ${condition})`

const maxRationaleLength = 300
const shortRationale = sql`case when length(record.rationale) > ${sql.lit(maxRationaleLength)}
  then rtrim(left(record.rationale, ${sql.lit(maxRationaleLength - 1)})) || '…' else record.rationale end as rationale`

// The first rows of a table that meet a condition, and their number.
function list(
  table: RawBuilder<unknown>,
  schema: z.ZodObject,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
) {
  const columns = Object.keys(schema.shape).map((name) => {
    if (name === 'rationale') return shortRationale
    if (name === 'expected') return expectedColumn
    const slug = slugExpressions[name as keyof typeof slugExpressions]
    return sql`${slug ?? (name.endsWith('ed_at') ? timestampText(`record.${name}`) : sql.ref(`record.${name}`))} as ${sql.ref(name)}`
  })
  return sql`json_build_object('total', (select count(*) from ${table} as record where ${condition}), 'rows', (
    select coalesce(json_agg(listed), '[]') from (
      select ${sql.join(columns)} from ${table} as record where ${condition} order by ${order} limit ${sql.lit(maxRows)}
    ) as listed
  ))`
}

// The last change is looked up only for products without a recent one.
const untouched = sql`select id, slug, name, portfolio_status, ${lastChange('products')} as changed_at
  from products where ${isUntouched('products')}`

/** The statement of what happened to records in a period, and of what is to be done now. */
export const selectRecords = statement(
  'week.records',
  {
    start: '2026-11-22T23:00:00.000Z',
    end: '2026-11-29T23:00:00.000Z',
    reached_from: '2026-11-23',
    reached_to: '2026-11-29',
    today: '2026-11-28',
    untouched_since: '2026-10-28T23:00:00.000Z',
  },
  (query: Bound) => sql<WeekRecords>`with untouched as materialized (${untouched}) select
    ${list(sql`decisions`, WeekDecision, isInPeriod('created_at'), sql`record.id desc`)} as decided,
    ${list(sql`decisions`, ExpectingDecision, verdictDue, sql`${firstExpectedBy}, record.id`)} as due,
    ${list(sql`decisions`, ExpectingDecision, verdictReached(query), sql`record.id desc`)} as reached,
    ${count('signals', isInPeriod('created_at'))} as opened,
    ${count('signals', isInPeriod('resolved_at'))} as resolved,
    ${list(sql`signals`, CriticalSignal, sql`${isUnresolved} and severity = 'critical'`, sql`record.id desc`)} as unresolved_critical,
    ${count('tasks', isInPeriod('done_at'))} as done,
    ${list(sql`tasks`, OverdueTask, overdueTask(query), sql`record.due_at, record.id`)} as overdue,
    ${list(sql`untouched`, UntouchedProduct, sql`true`, sql`record.changed_at, record.id`)} as untouched`,
)
