import type { EntitySchema } from '@mikro-orm/core'
import type { z } from 'zod'
import { AppChange, apps, NewApp, StoredApp } from './app/app.ts'
import { app } from './app/kind.ts'
import { CanonRuleChange, canonRules, NewCanonRule, StoredCanonRule } from './canon-rule/canon-rule.ts'
import { canonRule } from './canon-rule/kind.ts'
import { DecisionChange, decisions, StoredDecision } from './decision/decision.ts'
import { NewDecision } from './decision/decision-with-tasks.ts'
import { decision } from './decision/kind.ts'
import { Direction, directions } from './direction/direction.ts'
import { direction } from './direction/kind.ts'
import { economics as economicsEntity, NewEconomics, StoredEconomics } from './economics/economics.ts'
import { economics } from './economics/kind.ts'
import { insights, NewInsight, StoredInsight } from './insight/insight.ts'
import { insight } from './insight/kind.ts'
import type { Kind } from './kind.ts'
import { product } from './product/kind.ts'
import { NewProduct, ProductChange, products, StoredProduct } from './product/product.ts'
import { signal } from './signal/kind.ts'
import { NewSignal, SignalChange, StoredSignal, signals } from './signal/signal.ts'
import { task } from './task/kind.ts'
import { NewTask, StoredTask, TaskChange, tasks } from './task/task.ts'

/** The bodies that write a record of a kind with routes of its own. */
export type Bodies = { create: z.ZodObject; change?: z.ZodObject }

type Schemas = {
  // biome-ignore lint/suspicious/noExplicitAny: entities of every kind
  entity: EntitySchema<any>
  /** The columns that guards can read. */
  stored: z.ZodObject
  bodies?: Bodies
}

const credential = { credential: true } as const

/**
 * Every kind of portfolio record, by the name that history and the change feed use. What holds for all kinds is derived
 * from this list.
 */
export const kinds = {
  direction: { ...direction, entity: directions, stored: Direction },
  product: {
    ...product,
    entity: products,
    stored: StoredProduct,
    bodies: { create: NewProduct, change: ProductChange },
  },
  app: {
    ...app,
    entity: apps,
    stored: StoredApp.omit({ store_key: true }),
    bodies: { create: NewApp, change: AppChange },
  },
  signal: {
    ...signal,
    entity: signals,
    stored: StoredSignal.omit(credential),
    bodies: { create: NewSignal, change: SignalChange },
  },
  insight: {
    ...insight,
    entity: insights,
    stored: StoredInsight.omit(credential),
    bodies: { create: NewInsight },
  },
  economics: {
    ...economics,
    entity: economicsEntity,
    stored: StoredEconomics.omit(credential),
    bodies: { create: NewEconomics },
  },
  decision: {
    ...decision,
    entity: decisions,
    stored: StoredDecision,
    bodies: { create: NewDecision, change: DecisionChange },
  },
  task: { ...task, entity: tasks, stored: StoredTask, bodies: { create: NewTask, change: TaskChange } },
  canon_rule: {
    ...canonRule,
    entity: canonRules,
    stored: StoredCanonRule.omit({ guard_failed_at: true, guard_failure: true }),
    bodies: { create: NewCanonRule, change: CanonRuleChange },
  },
} as const satisfies Record<string, Kind & Schemas>

export type KindName = keyof typeof kinds

// `as`, because Object.keys is typed string[].
export const kindNames = Object.keys(kinds) as [KindName, ...KindName[]]

/** A kind of record with routes of its own. */
export type RoutedKind = Exclude<KindName, 'direction'>

export const routedKinds = kindNames.filter((kind): kind is RoutedKind => kind !== 'direction')

/** Returns the path of the routes of a kind of record below `/api/portfolio`: `canon-rules`. */
export function routePath(kind: KindName): string {
  return kinds[kind].table.replaceAll('_', '-')
}

/** Returns the keys of one record and of a list in answers: `rule` and `rules`. */
export function answerKeys(kind: KindName): { one: string; many: string } {
  const { table, answerKeys }: Kind = kinds[kind]
  return answerKeys ?? { one: kind, many: table }
}
