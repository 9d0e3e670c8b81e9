import type { NewApp } from '../app/app.ts'
import type { DecisionChange } from '../decision/decision.ts'
import type { NewDecision } from '../decision/decision-with-tasks.ts'
import type { NewExpectation } from '../decision/expectation.ts'
import type { NewEconomics } from '../economics/economics.ts'
import type { NewInsight } from '../insight/insight.ts'
import type { NewProduct } from '../product/product.ts'
import type { NewSignal } from '../signal/signal.ts'

/** `ago`: age of the record, in days. */
type WithAge<T> = T & { ago: number }

/** `evidence`: the titles of earlier records of the product. */
type WithEvidenceTitles<T> = Omit<T, 'evidence'> & { evidence?: string[] }

/** `after`: the days from the decision to `by`. `platform`: the app of the product that is measured. */
type StoryExpectation = Pick<NewExpectation, 'metric' | 'direction' | 'at_least' | 'keyword' | 'country'> & {
  after: number
  platform?: NewApp['platform']
}

/** `judged`: what a person said of the expectations, and how many days ago. */
export type StoryDecision = WithEvidenceTitles<WithAge<Omit<NewDecision, 'tasks' | 'expected'>>> & {
  tasks?: WithEvidenceTitles<NonNullable<NewDecision['tasks']>[number]>[]
  expected?: StoryExpectation[]
  judged?: WithAge<Required<Pick<DecisionChange, 'outcome' | 'outcome_note'>>>
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
