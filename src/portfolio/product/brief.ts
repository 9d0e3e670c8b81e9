import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { listBindingRules } from '../canon-rule/read.ts'
import type { Decision } from '../decision/decision-with-tasks.ts'
import { latestEconomics } from '../economics/read.ts'
import { readChains } from '../evidence/chain.ts'
import type { RecordName } from '../place/find.ts'
import { latestSignals } from '../signal/read.ts'
import { isUnresolved } from '../signal/status.ts'
import { showProduct } from './show.ts'

const maxSignals = 200
const maxRecords = 5

/**
 * Returns a product, in full and with its apps, unresolved signals, latest insights, economics and decisions, and the
 * rules that bind it. `totals` counts the records of each list. With `full` each decision has its chain.
 */
export async function briefProduct(read: Read, name: RecordName, { full }: { full: boolean }) {
  const detail = await showProduct(read, name)
  const { apps, signals: _, insights, decisions, ...product } = detail
  const ofProduct = { product_slug: product.slug }
  const latest = decisions.slice(0, maxRecords)
  const [signals, economics, rules, [counts], shownDecisions] = await Promise.all([
    latestSignals(read, { ...ofProduct, unresolved: true }, maxSignals),
    latestEconomics(read, ofProduct, maxRecords),
    listBindingRules(read, { binds_product: product.slug }),
    read(countRecords({ id: product.id })),
    full ? withChains(read, latest) : latest,
  ])
  return {
    record: product,
    detail,
    lists: {
      apps,
      signals,
      insights: insights.slice(0, maxRecords),
      economics,
      decisions: shownDecisions,
      rules,
    },
    totals: { ...counts },
  }
}

async function withChains(read: Read, decisions: Decision[]) {
  const chains = await readChains(read, decisions)
  return decisions.map((decision) => ({ ...decision, chain: chains.get(decision.id) }))
}

const countRecords = statement((_: { id: number }) => {
  const matching = sql`product_id = ${param('id')}`
  return db.selectNoFrom([
    sql<number>`(select count(*) from apps where ${matching})`.as('apps'),
    sql<number>`(select count(*) from signals where ${matching} and ${isUnresolved})`.as('signals'),
    sql<number>`(select count(*) from insights where ${matching} and retracted_at is null)`.as('insights'),
    sql<number>`(select count(*) from economics where ${matching} and retracted_at is null)`.as('economics'),
    sql<number>`(select count(*) from decisions where ${matching})`.as('decisions'),
  ])
})
