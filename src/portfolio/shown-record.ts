import type { Read } from '../database/read.ts'
import { etagBy } from '../record/etag.ts'
import { notFound } from '../record/fault.ts'
import { serializer } from '../record/serializer.ts'
import { StoredApp } from './app/app.ts'
import { AppDetail, showApp } from './app/show.ts'
import { CanonRule, guardColumns, StoredCanonRule } from './canon-rule/canon-rule.ts'
import { readCanonRule } from './canon-rule/read.ts'
import { StoredDecision } from './decision/decision.ts'
import { DecisionDetail, showDecision } from './decision/read.ts'
import { StoredEconomics } from './economics/economics.ts'
import { EconomicsDetail, showEconomics } from './economics/read.ts'
import { StoredInsight } from './insight/insight.ts'
import { InsightDetail, showInsight } from './insight/read.ts'
import type { KindName } from './kinds.ts'
import type { RecordName } from './place/find.ts'
import { StoredProduct } from './product/product.ts'
import { ProductDetail, showProduct } from './product/show.ts'
import { SignalDetail, showSignal } from './signal/read.ts'
import { StoredSignal } from './signal/signal.ts'
import { showTask, TaskDetail } from './task/read.ts'
import { StoredTask } from './task/task.ts'

const canonRuleRow = StoredCanonRule.omit(guardColumns).extend({ guard: CanonRule.shape.guard })

// The row of each kind of record with a route of its own, the answer of its GET, and the function that reads it.
const records = {
  product: { row: StoredProduct, answer: ProductDetail, show: showProduct },
  app: { row: StoredApp.omit({ store_key: true }), answer: AppDetail, show: showApp },
  signal: { row: StoredSignal.omit({ credential: true }), answer: SignalDetail, show: byId(showSignal) },
  insight: { row: StoredInsight.omit({ credential: true }), answer: InsightDetail, show: byId(showInsight) },
  economics: {
    row: StoredEconomics.omit({ credential: true }),
    answer: EconomicsDetail,
    show: byId(showEconomics),
  },
  decision: { row: StoredDecision, answer: DecisionDetail, show: byId(showDecision) },
  task: { row: StoredTask, answer: TaskDetail, show: byId(showTask) },
  canon_rule: { row: canonRuleRow, answer: CanonRule, show: byId(readCanonRule) },
} satisfies { [kind in KindName]?: object }

/** A kind of record with a route of its own. */
export type RecordKind = keyof typeof records

/** The kinds of records with a route of their own. */
export const recordKinds = Object.keys(records) as RecordKind[]

/**
 * Returns the ETag of a record, which changes with its own row only: not with the records that an answer embeds, such
 * as the signals of a product.
 */
export function recordEtag(kind: RecordKind, record: unknown): string {
  return etagBy(records[kind].row, record)
}

/** Returns a record with the fields that its GET returns; throws `not_found`. */
export async function showRecord(read: Read, kind: RecordKind, name: RecordName): Promise<{ id: number }> {
  const { show, answer } = records[kind]
  return JSON.parse(serializer(answer)(await show(read, name)))
}

function byId<Row>(show: (read: Read, id: number) => Promise<Row>) {
  return async (read: Read, { id }: RecordName): Promise<Row> => {
    if (id === undefined) throw notFound()
    return show(read, id)
  }
}
