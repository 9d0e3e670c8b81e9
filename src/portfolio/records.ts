import type { EntitySchema } from '@mikro-orm/core'
import type { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import type { Read } from '../database/read.ts'
import { etagBy } from '../record/etag.ts'
import { notFound } from '../record/fault.ts'
import type { Page } from '../record/list/record-list.ts'
import { serializer } from '../record/serializer.ts'
import type { Warning } from '../record/warning.ts'
import { apps, StoredApp } from './app/app.ts'
import { App, AppQuery, listApps } from './app/read.ts'
import { appOperations } from './app/writes.ts'
import { CanonRule, canonRules, guardColumns, StoredCanonRule } from './canon-rule/canon-rule.ts'
import { CanonRuleQuery, listCanonRules, readCanonRule } from './canon-rule/read.ts'
import { canonRuleOperations } from './canon-rule/writes.ts'
import { decisions, StoredDecision } from './decision/decision.ts'
import { Decision } from './decision/decision-with-tasks.ts'
import { DecisionDetail, DecisionQuery, listDecisions, showDecision } from './decision/read.ts'
import { decisionOperations } from './decision/writes.ts'
import { AppDetail, showApp } from './detail/app.ts'
import { ProductDetail, showProduct } from './detail/product.ts'
import { directions } from './direction/direction.ts'
import { Economics, economics, StoredEconomics } from './economics/economics.ts'
import { EconomicsDetail, EconomicsQuery, listEconomics, showEconomics } from './economics/read.ts'
import { economicsOperations } from './economics/writes.ts'
import { Insight, insights, StoredInsight } from './insight/insight.ts'
import { InsightDetail, InsightQuery, listInsights, showInsight } from './insight/read.ts'
import { insightOperations } from './insight/writes.ts'
import type { KindName, RoutedKind } from './kinds.ts'
import type { Operation } from './operation.ts'
import type { RecordName } from './place/find.ts'
import { products, StoredProduct } from './product/product.ts'
import { listProducts, Product, ProductQuery } from './product/read.ts'
import { productOperations } from './product/writes.ts'
import { listSignals, SignalDetail, SignalQuery, showSignal } from './signal/read.ts'
import { Signal, StoredSignal, signals } from './signal/signal.ts'
import { signalOperations } from './signal/writes.ts'
import { callerFilters, listTasks, showTask, TaskDetail, TaskQuery } from './task/read.ts'
import { StoredTask, Task, tasks } from './task/task.ts'
import { taskOperations } from './task/writes.ts'

/** How the records of a kind are stored, read and written. */
type Definition = {
  // biome-ignore lint/suspicious/noExplicitAny: entities of every kind
  entity: EntitySchema<any>
  /** The columns that guards can read. */
  stored: z.ZodObject
  /** A record in a list, and the query of the list. */
  shown: z.ZodObject
  query: z.ZodObject
  // biome-ignore lint/suspicious/noExplicitAny: queries of every kind
  list: (read: Read, query: any, caller?: Caller) => Promise<Page<object> & { warnings: Warning[] }>
  /** The filters whose meaning depends on the caller. */
  callerFilters?: readonly string[]
  /** A record by itself. Days are those of a time zone. */
  detail: z.ZodType
  show: (read: Read, name: RecordName, zone: string) => Promise<{ id: number }>
  /** Its operations, by their names in the write API. */
  operations: Record<string, Operation>
}

const credential = { credential: true } as const

/** Each kind of record with routes of its own. */
const definitions = {
  product: {
    entity: products,
    stored: StoredProduct,
    shown: Product,
    query: ProductQuery,
    list: listProducts,
    detail: ProductDetail,
    show: showProduct,
    operations: productOperations,
  },
  app: {
    entity: apps,
    stored: StoredApp.omit({ store_key: true }),
    shown: App,
    query: AppQuery,
    list: listApps,
    detail: AppDetail,
    show: showApp,
    operations: appOperations,
  },
  signal: {
    entity: signals,
    stored: StoredSignal.omit(credential),
    shown: Signal,
    query: SignalQuery,
    list: listSignals,
    detail: SignalDetail,
    show: byId(showSignal),
    operations: signalOperations,
  },
  insight: {
    entity: insights,
    stored: StoredInsight.omit(credential),
    shown: Insight,
    query: InsightQuery,
    list: listInsights,
    detail: InsightDetail,
    show: byId(showInsight),
    operations: insightOperations,
  },
  economics: {
    entity: economics,
    stored: StoredEconomics.omit(credential),
    shown: Economics,
    query: EconomicsQuery,
    list: listEconomics,
    detail: EconomicsDetail,
    show: byId(showEconomics),
    operations: economicsOperations,
  },
  decision: {
    entity: decisions,
    stored: StoredDecision,
    shown: Decision,
    query: DecisionQuery,
    list: listDecisions,
    detail: DecisionDetail,
    show: byId(showDecision),
    operations: decisionOperations,
  },
  task: {
    entity: tasks,
    stored: StoredTask,
    shown: Task,
    query: TaskQuery,
    list: listTasks,
    callerFilters,
    detail: TaskDetail,
    show: byId(showTask),
    operations: taskOperations,
  },
  canon_rule: {
    entity: canonRules,
    stored: StoredCanonRule.omit({ guard_failed_at: true, guard_failure: true }),
    shown: CanonRule,
    query: CanonRuleQuery,
    list: listCanonRules,
    detail: CanonRule,
    show: byId(readCanonRule),
    operations: canonRuleOperations,
  },
} satisfies Record<RoutedKind, Definition>

export const records: Record<RoutedKind, Definition> = definitions

type Definitions = typeof definitions

/** The name of an operation in the write API. */
export type OperationName = { [Kind in RoutedKind]: keyof Definitions[Kind]['operations'] }[RoutedKind]

/** Returns the entity of a kind of record. */
export function entityOf(kind: KindName) {
  return kind === 'direction' ? directions : records[kind].entity
}

// Answers show the guard of a rule as one field.
const canonRuleRow = StoredCanonRule.omit(guardColumns).extend({ guard: CanonRule.shape.guard })

/**
 * Returns the ETag of a record, which changes with its own row only: not with the records that an answer embeds, such
 * as the signals of a product.
 */
export function recordEtag(kind: RoutedKind, record: unknown): string {
  return etagBy(kind === 'canon_rule' ? canonRuleRow : records[kind].stored, record)
}

/** Returns a record with the fields that its GET returns, in the days of a time zone; throws `not_found`. */
export async function showRecord(
  read: Read,
  kind: RoutedKind,
  name: RecordName,
  zone: string,
): Promise<{ id: number }> {
  const { show, detail } = records[kind]
  return JSON.parse(serializer(detail)(await show(read, name, zone)))
}

function byId<Row>(show: (read: Read, id: number, zone: string) => Promise<Row>) {
  return async (read: Read, { id }: RecordName, zone: string): Promise<Row> => {
    if (id === undefined) throw notFound()
    return show(read, id, zone)
  }
}
