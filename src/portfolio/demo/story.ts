import type { NewApp } from '../app/app.ts'
import type { NewDecision } from '../decision/decision-with-tasks.ts'
import type { NewEconomics } from '../economics/economics.ts'
import type { NewInsight } from '../insight/insight.ts'
import type { NewProduct } from '../product/product.ts'
import type { NewSignal } from '../signal/signal.ts'

/** `ago`: age of the record, in days. */
type WithAge<T> = T & { ago: number }

/** `evidence`: the titles of earlier records of the product. */
type WithEvidenceTitles<T> = Omit<T, 'evidence'> & { evidence?: string[] }

export type StoryDecision = WithEvidenceTitles<WithAge<Omit<NewDecision, 'tasks'>>> & {
  tasks?: WithEvidenceTitles<NonNullable<NewDecision['tasks']>[number]>[]
}

/** A demo product with its records. The records have no product reference; `addStory` sets it. */
export type Story = {
  product: NewProduct
  apps: NewApp[]
  signals?: WithAge<NewSignal>[]
  insights?: WithEvidenceTitles<WithAge<NewInsight>>[]
  economics?: NewEconomics[]
  decisions?: StoryDecision[]
}
