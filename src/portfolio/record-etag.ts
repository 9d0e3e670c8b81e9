import type { z } from 'zod'
import { etagBy } from '../record/etag.ts'
import { StoredApp } from './app/app.ts'
import { StoredCanonRule } from './canon-rule/canon-rule.ts'
import { StoredDecision } from './decision/decision.ts'
import { StoredEconomics } from './economics/economics.ts'
import { StoredInsight } from './insight/insight.ts'
import type { KindName } from './kinds.ts'
import { StoredProduct } from './product/product.ts'
import { StoredSignal } from './signal/signal.ts'
import { StoredTask } from './task/task.ts'

// The row of each kind of record with a route of its own.
const rows = {
  product: StoredProduct,
  app: StoredApp.omit({ store_key: true }),
  signal: StoredSignal.omit({ credential: true }),
  insight: StoredInsight.omit({ credential: true }),
  economics: StoredEconomics.omit({ credential: true }),
  decision: StoredDecision,
  task: StoredTask,
  canon_rule: StoredCanonRule,
} satisfies { [kind in KindName]?: z.ZodObject }

/** A kind of record with a route of its own. */
export type RecordKind = keyof typeof rows

/**
 * Returns the ETag of a record, which changes with its own row only: not with the records that an answer embeds, such
 * as the signals of a product.
 */
export function recordEtag(kind: RecordKind, record: unknown): string {
  return etagBy(rows[kind], record)
}
