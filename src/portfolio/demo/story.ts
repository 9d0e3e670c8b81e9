import type { NewApp } from '../app/app.ts'
import type { NewDecision } from '../decision/new-decision.ts'
import type { NewEconomics } from '../economics/economics.ts'
import type { NewInsight } from '../insight/insight.ts'
import type { NewProduct } from '../product/product.ts'
import type { NewSignal } from '../signal/signal.ts'

/** Written so many days ago. */
type Ago<T> = T & { ago: number }

/** A product of the demonstration with all that hangs on it; what hangs there names no product itself. */
export type Story = {
  product: NewProduct
  apps: NewApp[]
  signals?: Ago<NewSignal>[]
  insights?: Ago<NewInsight>[]
  economics?: NewEconomics[]
  decisions?: Ago<NewDecision>[]
}

/** The day that lies so many days ahead, or behind where the number is negative. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
