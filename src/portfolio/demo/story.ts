import type { NewApp } from '../app/app.ts'
import type { NewDecision } from '../decision/decision-with-tasks.ts'
import type { NewEconomics } from '../economics/economics.ts'
import type { NewInsight } from '../insight/insight.ts'
import type { NewProduct } from '../product/product.ts'
import type { NewSignal } from '../signal/signal.ts'

/** `ago`: age of the record, in days. */
type Ago<T> = T & { ago: number }

/** `evidence`: the titles of earlier records of the product. */
type Resting<T> = Omit<T, 'evidence'> & { evidence?: string[] }

export type StoryDecision = Resting<Ago<Omit<NewDecision, 'tasks'>>> & {
  tasks?: Resting<NonNullable<NewDecision['tasks']>[number]>[]
}

/** A demo product with its records. The records have no product reference; `addStory` sets it. */
export type Story = {
  product: NewProduct
  apps: NewApp[]
  signals?: Ago<NewSignal>[]
  insights?: Resting<Ago<NewInsight>>[]
  economics?: NewEconomics[]
  decisions?: StoryDecision[]
}
