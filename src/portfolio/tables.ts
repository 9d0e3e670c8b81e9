import { tables } from '../database/statement.ts'
import type { StoredHistory } from '../journal/history.ts'
import type { StoredApp } from './app/app.ts'
import type { StoredCanonRule } from './canon-rule/canon-rule.ts'
import type { StoredDecision } from './decision/decision.ts'
import type { DirectionAlias } from './direction/alias.ts'
import type { Direction } from './direction/direction.ts'
import type { StoredEconomics } from './economics/economics.ts'
import type { StoredInsight } from './insight/insight.ts'
import type { StoredProduct } from './product/product.ts'
import type { StoredSignal } from './signal/signal.ts'
import type { StoredTask } from './task/task.ts'

/** The tables of the portfolio, for typed SELECTs. */
export const portfolioTables = tables<{
  directions: Direction
  direction_aliases: DirectionAlias
  products: StoredProduct
  apps: StoredApp
  signals: StoredSignal
  insights: StoredInsight
  economics: StoredEconomics
  decisions: StoredDecision
  tasks: StoredTask
  canon_rules: StoredCanonRule
  history: StoredHistory
}>()
