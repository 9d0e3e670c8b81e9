import type { Read } from '../../database/read.ts'
import { latestApps } from '../app/read.ts'
import { listBindingRules } from '../canon-rule/read.ts'
import { latestDecisions } from '../decision/read.ts'
import { latestEconomics } from '../economics/read.ts'
import { latestInsights } from '../insight/read.ts'
import type { RecordName } from '../place/find.ts'
import { latestSignals } from '../signal/read.ts'
import { readProduct } from './read.ts'

const maxApps = 100
const maxSignals = 20
const maxRecords = 5

/** Returns a product with its apps, open signals, latest insights, economics and decisions, and the rules that bind it. */
export async function briefProduct(read: Read, name: RecordName) {
  const product = await readProduct(read, name)
  const of = { product_slug: product.slug }
  const [apps, signals, insights, economics, decisions, rules] = await Promise.all([
    latestApps(read, of, maxApps),
    latestSignals(read, { ...of, status: 'open' }, maxSignals),
    latestInsights(read, of, maxRecords),
    latestEconomics(read, of, maxRecords),
    latestDecisions(read, of, maxRecords),
    listBindingRules(read, product),
  ])
  return { product, apps, signals, insights, economics, decisions, rules }
}
