import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { App, latestApps } from '../app/read.ts'
import { listBindingRules } from '../canon-rule/read.ts'
import { Decision } from '../decision/decision-with-tasks.ts'
import { latestDecisions } from '../decision/read.ts'
import { latestEconomics } from '../economics/read.ts'
import { readChains } from '../evidence/chain.ts'
import { Insight } from '../insight/insight.ts'
import { latestInsights } from '../insight/read.ts'
import type { RecordName } from '../place/find.ts'
import { Product, readProduct } from '../product/read.ts'
import { latestSignals } from '../signal/read.ts'
import { Signal } from '../signal/signal.ts'
import { isOutsideDecisions, urgentTasks } from '../task/read.ts'
import { isUnfinished, isUnresolved } from '../urgency.ts'

const maxApps = 200
const maxRecords = 10

/** A product with its apps and its latest signals, insights and decisions. */
export const ProductDetail = Product.extend({
  apps: z.array(App),
  signals: z.array(Signal),
  insights: z.array(Insight),
  decisions: z.array(Decision),
})
export type ProductDetail = z.output<typeof ProductDetail>

/** Returns one product with its related records; throws `not_found`. */
export async function showProduct(read: Read, name: RecordName): Promise<ProductDetail> {
  const product = await readProduct(read, name)
  const ofProduct = { product_slug: product.slug }
  const [apps, signals, insights, decisions] = await Promise.all([
    latestApps(read, ofProduct, maxApps),
    latestSignals(read, ofProduct, maxRecords),
    latestInsights(read, ofProduct, maxRecords),
    latestDecisions(read, ofProduct, maxRecords),
  ])
  return { ...product, apps, signals, insights, decisions }
}

const maxSignals = 200
const maxBriefRecords = 5

/**
 * Returns a product, in full and with its apps, unresolved signals, latest insights, economics and decisions, its
 * unfinished tasks outside these decisions, and the rules that bind it. `totals` counts the records of each list. With
 * `full` each decision has its chain.
 */
export async function briefProduct(read: Read, name: RecordName, { full }: { full: boolean }) {
  const detail = await showProduct(read, name)
  const { apps, signals: _, insights, decisions, ...product } = detail
  const ofProduct = { product_slug: product.slug }
  const latest = decisions.slice(0, maxBriefRecords)
  const outside_decisions = latest.map(({ id }) => id)
  const [signals, economics, tasks, rules, [counts], shownDecisions] = await Promise.all([
    latestSignals(read, { ...ofProduct, unresolved: true }, maxSignals),
    latestEconomics(read, ofProduct, maxBriefRecords),
    urgentTasks(read, { ...ofProduct, outside_decisions }, maxRecords),
    listBindingRules(read, { binds_product: product.slug }),
    read(countRecords({ id: product.id, outside_decisions })),
    full ? withChains(read, latest) : latest,
  ])
  return {
    record: product,
    detail,
    lists: {
      apps,
      signals,
      insights: insights.slice(0, maxBriefRecords),
      economics,
      decisions: shownDecisions,
      tasks,
      rules,
    },
    totals: { ...counts },
  }
}

async function withChains(read: Read, decisions: Decision[]) {
  const chains = await readChains(read, decisions)
  return decisions.map((decision) => ({ ...decision, chain: chains.get(decision.id) }))
}

const countRecords = statement('products.count_records', { id: 7, outside_decisions: [1, 2] }, () => {
  const matching = sql`product_id = ${param('id')}`
  return db.selectNoFrom([
    sql<number>`(select count(*) from apps where ${matching})`.as('apps'),
    sql<number>`(select count(*) from signals where ${matching} and ${isUnresolved})`.as('signals'),
    sql<number>`(select count(*) from insights where ${matching} and retracted_at is null)`.as('insights'),
    sql<number>`(select count(*) from economics where ${matching} and retracted_at is null)`.as('economics'),
    sql<number>`(select count(*) from decisions where ${matching})`.as('decisions'),
    sql<number>`(select count(*) from tasks where ${matching} and ${isUnfinished()} and ${isOutsideDecisions})`.as(
      'tasks',
    ),
  ])
})
