import type { Read } from '../../database/read.ts'
import { latestApps } from '../app/read.ts'
import { listBindingRules } from '../canon-rule/read.ts'
import { latestDecisions } from '../decision/read.ts'
import { latestEconomics } from '../economics/read.ts'
import { latestInsights } from '../insight/read.ts'
import type { RecordName } from '../place/find.ts'
import { latestSignals } from '../signal/read.ts'
import { readProduct } from './read.ts'

const mostApps = 100
const mostSignals = 20
const mostRecords = 5

/** Returns a product with its apps, open signals, latest insights, economics and decisions, and the rules that bind it. */
export async function briefProduct(read: Read, name: RecordName) {
  const product = await readProduct(read, name)
  const of = { product_slug: product.slug }
  const [apps, signals, insights, economics, decisions, rules] = await Promise.all([
    latestApps(read, of, mostApps),
    latestSignals(read, { ...of, status: 'open' }, mostSignals),
    latestInsights(read, of, mostRecords),
    latestEconomics(read, of, mostRecords),
    latestDecisions(read, of, mostRecords),
    listBindingRules(read, product),
  ])
  return { product, apps, signals, insights, economics, decisions, rules }
}
