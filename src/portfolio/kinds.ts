import { app } from './app/kind.ts'
import { canonRule } from './canon-rule/kind.ts'
import { decision } from './decision/kind.ts'
import { direction } from './direction/kind.ts'
import { economics } from './economics/kind.ts'
import { insight } from './insight/kind.ts'
import type { Kind } from './kind.ts'
import { product } from './product/kind.ts'
import { signal } from './signal/kind.ts'
import { task } from './task/kind.ts'

/**
 * Every kind of portfolio record, by the name that history and the change feed use. What holds for all kinds is derived
 * from this list.
 */
export const kinds = {
  direction,
  product,
  app,
  signal,
  insight,
  economics,
  decision,
  task,
  canon_rule: canonRule,
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

/** A kind of record with routes of its own. */
export type RoutedKind = Exclude<KindName, 'direction'>

/** Returns the path of the routes of a kind of record below `/api/portfolio`: `canon-rules`. */
export function routePath(kind: KindName): string {
  return kinds[kind].table.replaceAll('_', '-')
}

/** Returns the keys of one record and of a list in answers: `rule` and `rules`. */
export function answerKeys(kind: KindName): { one: string; many: string } {
  const { table, answerKeys }: Kind = kinds[kind]
  return answerKeys ?? { one: kind, many: table }
}
