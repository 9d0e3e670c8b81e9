import { policyAllows } from '../../../src/access/policy.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { CanonRule } from '../../../src/portfolio/canon-rule/canon-rule.ts'
import { readCanonRule } from '../../../src/portfolio/canon-rule/read.ts'
import { approveCanonRule, withdrawApproval } from '../../../src/portfolio/canon-rule/writes.ts'
import { t } from '../html/text.ts'
import { guardPart, ruleCaution, ruleStatus } from '../parts/canon-rule.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'

/** Canon rules. */
export const canonRulePages = portfolioPages('canon_rule', {
  texts: 'canonRule',
  about: phrase('canonRule.about'),
  columns: ['title', 'status', 'rule_type', 'direction_slug', 'product_slug', 'approved_by', 'updated_at'],
  cells: {
    status: ({ row }) => ruleStatus(row as CanonRule),
    scope: ({ row }) => t('canonRule.scope', { scope: String(row.scope) }),
  },
  caution: (row, person) => ruleCaution(row as CanonRule, person),
  presets: [
    { label: phrase('canonRule.active'), query: { status: 'active' } },
    { label: phrase('canonRule.notApprovedOnes'), query: { is_approved: '0' } },
  ],
  schema: CanonRule.omit({ guard: true }),
  read: readCanonRule,
  part: guardPart,
  actions: [
    {
      path: 'approve',
      label: phrase('canonRule.approve'),
      done: phrase('canonRule.approved'),
      isOffered: (_row, person) => policyAllows('administer', person),
      isPossible: ({ approved_by }) => approved_by === null,
      run: approveCanonRule,
    },
    {
      path: 'withdraw-approval',
      label: phrase('canonRule.withdrawApproval'),
      done: phrase('canonRule.approvalWithdrawn'),
      confirm: phrase('canonRule.withdrawQuestion'),
      isOffered: (_row, person) => policyAllows('administer', person),
      isPossible: ({ approved_by }) => approved_by !== null,
      run: withdrawApproval,
    },
  ],
})
