import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { App, readApp } from '../app/read.ts'
import { CanonRule } from '../canon-rule/canon-rule.ts'
import { listBindingRules } from '../canon-rule/read.ts'
import { Decision } from '../decision/decision-with-tasks.ts'
import { latestDecisions } from '../decision/read.ts'
import { Insight } from '../insight/insight.ts'
import { latestInsights } from '../insight/read.ts'
import type { RecordName } from '../place/find.ts'
import { latestSignals } from '../signal/read.ts'
import { Signal } from '../signal/signal.ts'
import { isOutsideDecisions, latestTasks, urgentTasks } from '../task/read.ts'
import { Task } from '../task/task.ts'
import { isUnfinished, isUnresolved } from '../urgency.ts'

const maxRecords = 10

/**
 * An app with its latest signals, insights and tasks, the latest decisions of its product, and the rules that bind it.
 */
export const AppDetail = App.extend({
  signals: z.array(Signal),
  insights: z.array(Insight),
  decisions: z
    .array(Decision)
    .describe('Decisions about the product of the app, or about the app itself if it has no product'),
  tasks: z.array(Task),
  rules: z.array(CanonRule).describe('The active canon rules that apply to the app'),
})
export type AppDetail = z.output<typeof AppDetail>

/** Returns one app with its related records; throws `not_found`. */
export async function showApp(read: Read, name: RecordName): Promise<AppDetail> {
  const app = await readApp(read, name)
  const { product_slug, direction_slug } = app
  const [signals, insights, decisions, tasks, rules] = await Promise.all([
    latestSignals(read, { app_slug: app.slug }, maxRecords),
    latestInsights(read, { app_slug: app.slug }, maxRecords),
    latestDecisions(read, product_slug ? { product_slug } : { app_slug: app.slug }, maxRecords),
    latestTasks(read, { app_slug: app.slug }, maxRecords),
    listBindingRules(
      read,
      product_slug ? { binds_product: product_slug } : { binds_direction: direction_slug ?? undefined },
    ),
  ])
  return { ...app, signals, insights, decisions, tasks, rules }
}

const maxSignals = 200

/**
 * Returns an app, in full and with its unresolved signals and then those of its whole product, its latest tasks and then
 * the unfinished ones of its whole product, the latest decisions of its product, which have their own tasks, and the rules
 * that bind it. `totals` counts the records of each list.
 */
export async function briefApp(read: Read, name: RecordName) {
  const detail = await showApp(read, name)
  const { signals: _, insights: __, decisions, tasks, rules, ...app } = detail
  const product = app.product_slug ?? undefined
  const outside_decisions = decisions.map(({ id }) => id)
  const ofWholeProduct = { product_slug: product, without_app: true } as const
  const [ofApp, ofProduct, tasksOfProduct, [counts]] = await Promise.all([
    latestSignals(read, { app_slug: app.slug, unresolved: true }, maxSignals),
    product === undefined ? [] : latestSignals(read, { ...ofWholeProduct, unresolved: true }, maxSignals),
    product === undefined ? [] : urgentTasks(read, { ...ofWholeProduct, outside_decisions }, maxRecords),
    read(countRecords({ id: app.id, product_id: app.product_id, outside_decisions })),
  ])
  return {
    record: app,
    detail,
    lists: { signals: [...ofApp, ...ofProduct], tasks: [...tasks, ...tasksOfProduct], decisions, rules },
    totals: { ...counts },
  }
}

const countRecords = statement(
  'apps.count_records',
  { id: 1, product_id: 7, outside_decisions: [1, 2] },
  (_: { id: number; product_id: number | null; outside_decisions: number[] }) =>
    db.selectNoFrom([
      sql<number>`((select count(*) from signals where app_id = ${param('id')} and ${isUnresolved})
      + (select count(*) from signals where product_id = ${param('product_id')} and app_id is null and ${isUnresolved}))`.as(
        'signals',
      ),
      sql<number>`((select count(*) from tasks where app_id = ${param('id')})
      + (select count(*) from tasks where product_id = ${param('product_id')} and app_id is null
        and ${isUnfinished()} and ${isOutsideDecisions}))`.as('tasks'),
      sql<number>`(select count(*) from decisions
      where product_id = ${param('product_id')} or (${param('product_id')}::bigint is null and app_id = ${param('id')}))`.as(
        'decisions',
      ),
    ]),
)
