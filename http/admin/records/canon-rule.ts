import { policyAllows } from '../../../src/access/policy.ts'
import { CanonRule } from '../../../src/portfolio/canon-rule/canon-rule.ts'
import { readCanonRule } from '../../../src/portfolio/canon-rule/read.ts'
import { approveCanonRule, withdrawApproval } from '../../../src/portfolio/canon-rule/writes.ts'
import { guardPart, ruleCaution, ruleStatus } from '../parts/canon-rule.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'

/** Canon rules. */
export const canonRulePages = portfolioPages('canon_rule', {
  texts: 'canonRule',
  label: { singular: 'canon rule', plural: 'canon rules' },
  about:
    'The rules by which the portfolio is managed. Agents trust only active rules that an admin approved.',
  columns: ['title', 'status', 'rule_type', 'direction_slug', 'product_slug', 'approved_by', 'updated_at'],
  cells: { status: ({ row }) => ruleStatus(row as CanonRule) },
  caution: (row, person) => ruleCaution(row as CanonRule, person),
  presets: [
    { label: 'Active', query: { status: 'active' } },
    { label: 'Not approved', query: { is_approved: '0' } },
  ],
  schema: CanonRule.omit({ guard: true }),
  read: readCanonRule,
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
