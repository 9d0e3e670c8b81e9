import type { RecordPages } from '../record/record.ts'
import { agentPages } from './agent.ts'
import { agentTokenPages } from './agent-token.ts'
import { appPages } from './app.ts'
import { applicationPages } from './application.ts'
import { bugPages } from './bug.ts'
import { canonRulePages } from './canon-rule.ts'
import { clickPages } from './click.ts'
import { companyPages } from './company.ts'
import { competitorPages } from './competitor.ts'
import { competitorReviewPages } from './competitor-review.ts'
import { contactPages } from './contact.ts'
import { decisionPages } from './decision.ts'
import { directionPages } from './direction.ts'
import { economicsPages } from './economics.ts'
import { improvementPages } from './improvement.ts'
import { insightPages } from './insight.ts'
import { keywordPages } from './keyword.ts'
import { keywordPositionPages } from './keyword-position.ts'
import { llmKeyPages } from './llm-key.ts'
import { productPages } from './product.ts'
import { servicePages } from './service.ts'
import { serviceTaskPages } from './service-task.ts'
import { signalPages } from './signal.ts'
import { storeTruthPages } from './store-truth.ts'
import { strategyPages } from './strategy.ts'
import { taskPages } from './task.ts'
import { userPages } from './user.ts'
import { userTokenPages } from './user-token.ts'

/** The records of the web interface, in the order of the navigation. */
export const allRecords: readonly RecordPages[] = [
  directionPages,
  productPages,
  appPages,
  signalPages,
  insightPages,
  economicsPages,
  decisionPages,
  taskPages,
  canonRulePages,
  competitorPages,
  competitorReviewPages,
  keywordPositionPages,
  storeTruthPages,
  applicationPages,
  companyPages,
  contactPages,
  strategyPages,
  keywordPages,
  clickPages,
  servicePages,
  improvementPages,
  serviceTaskPages,
  bugPages,
  agentPages,
  userTokenPages,
  agentTokenPages,
  llmKeyPages,
  userPages,
]

/** Returns the description of the records in a collection. Undefined if there is no such collection. */
export function findPages(collection: string): RecordPages | undefined {
  return allRecords.find((pages) => pages.collection === collection)
}

/** Returns the description of the records in a collection. Throws an Error if there is no such collection. */
export function pagesOf(collection: string): RecordPages {
  const pages = findPages(collection)
  if (!pages) throw new Error(`There is no collection "${collection}".`)
  return pages
}

/** Returns the description of the records that the history calls `historyType`. Undefined if they have no pages. */
export function pagesOfType(historyType: string): RecordPages | undefined {
  return allRecords.find((pages) => pages.historyType === historyType)
}
