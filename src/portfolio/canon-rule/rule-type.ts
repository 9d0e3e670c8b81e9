import { oldNameWarning, type Warning } from '../../record/warning.ts'
import { legacyRuleTypes } from '../vocabulary.ts'
import type { NewCanonRule, StoredCanonRule } from './canon-rule.ts'

/** Returns the current name of a rule type, with a warning if an old name was sent. */
export function currentRuleType(type: NewCanonRule['rule_type']): {
  rule_type: StoredCanonRule['rule_type']
  warnings: Warning[]
} {
  if (type !== 'structure-canon') return { rule_type: type, warnings: [] }
  const rule_type = legacyRuleTypes[type]
  return { rule_type, warnings: [oldNameWarning('rule_type', type, rule_type)] }
}
