import { tables } from '../database/statement.ts'
import type { StoredHistory } from '../journal/history.ts'
import type { StoredApp } from './app/app.ts'
import type { StoredCanonRule } from './canon-rule/canon-rule.ts'
import type { StoredCompetitor } from './competitor/competitor.ts'
import type { StoredCompetitorReview } from './competitor-review/competitor-review.ts'
import type { StoredDecision } from './decision/decision.ts'
import type { DirectionAlias } from './direction/alias.ts'
import type { Direction } from './direction/direction.ts'
import type { StoredEconomics } from './economics/economics.ts'
import type { EvidenceLink } from './evidence/link.ts'
import type { StoredInsight } from './insight/insight.ts'
import type { StoredKeywordPosition } from './keyword-position/keyword-position.ts'
import type { StoredProduct } from './product/product.ts'
import type { StoredSignal } from './signal/signal.ts'
import type { StoredStoreTruth } from './store-truth/store-truth.ts'
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
  evidence: EvidenceLink
  canon_rules: StoredCanonRule
  competitors: StoredCompetitor
  competitor_reviews: StoredCompetitorReview
  keyword_positions: StoredKeywordPosition
  store_truth: StoredStoreTruth
  history: StoredHistory
}>()
