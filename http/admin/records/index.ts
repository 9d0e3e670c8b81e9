import type { RecordPages } from '../record.ts'
import { agentPages } from './agent.ts'
import { appPages } from './app.ts'
import { applicationPages } from './application.ts'
import { bugPages } from './bug.ts'
import { canonRulePages } from './canon-rule.ts'
import { clickPages } from './click.ts'
import { companyPages } from './company.ts'
import { contactPages } from './contact.ts'
import { decisionPages } from './decision.ts'
import { directionPages } from './direction.ts'
import { economicsPages } from './economics.ts'
import { improvementPages } from './improvement.ts'
import { insightPages } from './insight.ts'
import { keywordPages } from './keyword.ts'
import { productPages } from './product.ts'
import { servicePages } from './service.ts'
import { serviceTaskPages } from './service-task.ts'
import { signalPages } from './signal.ts'
import { strategyPages } from './strategy.ts'
import { taskPages } from './task.ts'

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
]
