import { policyAllows } from '../../../src/access/policy.ts'
import { CanonRule, CanonRuleChange, NewCanonRule } from '../../../src/portfolio/canon-rule/canon-rule.ts'
import { CanonRuleQuery, listCanonRules, readCanonRule } from '../../../src/portfolio/canon-rule/read.ts'
import {
  approveCanonRule,
  changeCanonRule,
  createCanonRule,
  withdrawApproval,
} from '../../../src/portfolio/canon-rule/writes.ts'
import { guardPart } from '../parts/guard.ts'
import { ruleCaution, ruleStatus } from '../parts/rule-status.ts'
import { recordPages } from '../record/record.ts'

/** Canon rules. */
export const canonRulePages = recordPages({
  label: { singular: 'canon rule', plural: 'canon rules' },
  group: 'Portfolio',
  about:
    'The rules by which the portfolio is managed. Agents trust only active rules that an admin approved.',
  historyType: 'canon_rule',
  columns: ['title', 'status', 'rule_type', 'direction_slug', 'product_slug', 'approved_by', 'updated_at'],
  cells: { status: ({ row }) => ruleStatus(row as CanonRule) },
  caution: (row, person) => ruleCaution(row as CanonRule, person),
  presets: [
    { label: 'Active', query: { status: 'active' } },
    { label: 'Not approved', query: { is_approved: '0' } },
  ],
  schema: CanonRule.omit({ guard: true }),
  list: { query: CanonRuleQuery, run: listCanonRules },
  read: readCanonRule,
  create: {
    body: NewCanonRule,
    run: createCanonRule,
  },
  change: { body: CanonRuleChange, run: changeCanonRule },
  part: guardPart,
  actions: [
    {
      path: 'approve',
      label: 'Approve',
      done: 'approved',
      isOffered: (_row, person) => policyAllows('administer', person),
      isPossible: ({ approved_by }) => approved_by === null,
      run: approveCanonRule,
    },
    {
      path: 'withdraw-approval',
      label: 'Withdraw approval',
      done: 'no longer approved',
      confirm:
        'Withdraw the approval of this rule? Agents no longer follow it until an admin approves it again.',
      isOffered: (_row, person) => policyAllows('administer', person),
      isPossible: ({ approved_by }) => approved_by !== null,
      run: withdrawApproval,
    },
  ],
})
