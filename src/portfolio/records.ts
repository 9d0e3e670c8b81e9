import type { z } from 'zod'
import type { Read } from '../database/read.ts'
import { etagBy } from '../record/etag.ts'
import { notFound } from '../record/fault.ts'
import type { Page } from '../record/list/record-list.ts'
import { serializer } from '../record/serializer.ts'
import type { Warning } from '../record/warning.ts'
import { App, AppQuery, listApps } from './app/read.ts'
import { AppDetail, showApp } from './app/show.ts'
import { CanonRule, guardColumns, StoredCanonRule } from './canon-rule/canon-rule.ts'
import { CanonRuleQuery, listCanonRules, readCanonRule } from './canon-rule/read.ts'
import { Decision } from './decision/decision-with-tasks.ts'
import { DecisionDetail, DecisionQuery, listDecisions, showDecision } from './decision/read.ts'
import { Economics } from './economics/economics.ts'
import { EconomicsDetail, EconomicsQuery, listEconomics, showEconomics } from './economics/read.ts'
import { Insight } from './insight/insight.ts'
import { InsightDetail, InsightQuery, listInsights, showInsight } from './insight/read.ts'
import { kinds, type RoutedKind } from './kinds.ts'
import type { RecordName } from './place/find.ts'
import { listProducts, Product, ProductQuery } from './product/read.ts'
import { ProductDetail, showProduct } from './product/show.ts'
import { listSignals, SignalDetail, SignalQuery, showSignal } from './signal/read.ts'
import { Signal } from './signal/signal.ts'
import { listTasks, showTask, TaskDetail, TaskQuery } from './task/read.ts'
import { Task } from './task/task.ts'

/** How the records of a kind are read. */
type Reads = {
  /** A record in a list, and the query of the list. */
  shown: z.ZodObject
  query: z.ZodObject
  // biome-ignore lint/suspicious/noExplicitAny: queries of every kind
  list: (read: Read, query: any) => Promise<Page<object> & { warnings: Warning[] }>
  /** A record by itself. */
  detail: z.ZodType
  show: (read: Read, name: RecordName) => Promise<{ id: number }>
}

/** The reads of each kind of record with routes of its own. */
export const records: Record<RoutedKind, Reads> = {
  product: {
    shown: Product,
    query: ProductQuery,
    list: listProducts,
    detail: ProductDetail,
    show: showProduct,
  },
  app: { shown: App, query: AppQuery, list: listApps, detail: AppDetail, show: showApp },
  signal: {
    shown: Signal,
    query: SignalQuery,
    list: listSignals,
    detail: SignalDetail,
    show: byId(showSignal),
  },
  insight: {
    shown: Insight,
    query: InsightQuery,
    list: listInsights,
    detail: InsightDetail,
    show: byId(showInsight),
  },
  economics: {
    shown: Economics,
    query: EconomicsQuery,
    list: listEconomics,
    detail: EconomicsDetail,
    show: byId(showEconomics),
  },
  decision: {
    shown: Decision,
    query: DecisionQuery,
    list: listDecisions,
    detail: DecisionDetail,
    show: byId(showDecision),
  },
  task: { shown: Task, query: TaskQuery, list: listTasks, detail: TaskDetail, show: byId(showTask) },
  canon_rule: {
    shown: CanonRule,
    query: CanonRuleQuery,
    list: listCanonRules,
    detail: CanonRule,
    show: byId(readCanonRule),
  },
}

// Answers show the guard of a rule as one field.
const canonRuleRow = StoredCanonRule.omit(guardColumns).extend({ guard: CanonRule.shape.guard })

/**
 * Returns the ETag of a record, which changes with its own row only: not with the records that an answer embeds, such
 * as the signals of a product.
 */
export function recordEtag(kind: RoutedKind, record: unknown): string {
  return etagBy(kind === 'canon_rule' ? canonRuleRow : kinds[kind].stored, record)
}

/** Returns a record with the fields that its GET returns; throws `not_found`. */
export async function showRecord(read: Read, kind: RoutedKind, name: RecordName): Promise<{ id: number }> {
  const { show, detail } = records[kind]
  return JSON.parse(serializer(detail)(await show(read, name)))
}

function byId<Row>(show: (read: Read, id: number) => Promise<Row>) {
  return async (read: Read, { id }: RecordName): Promise<Row> => {
    if (id === undefined) throw notFound()
    return show(read, id)
  }
}
