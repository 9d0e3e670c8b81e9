import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { App, latestApps } from '../app/read.ts'
import { Decision } from '../decision/decision-with-tasks.ts'
import { latestDecisions } from '../decision/read.ts'
import { Insight } from '../insight/insight.ts'
import { latestInsights } from '../insight/read.ts'
import type { RecordName } from '../place/find.ts'
import { latestSignals } from '../signal/read.ts'
import { Signal } from '../signal/signal.ts'
import { Product, readProduct } from './read.ts'

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
