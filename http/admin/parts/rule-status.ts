import type { Person } from '../../../src/access/person.ts'
import { policyAllows } from '../../../src/access/policy.ts'
import type { CanonRule } from '../../../src/portfolio/canon-rule/canon-rule.ts'
import { badge } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'

/** The mark of a rule that no admin approved. */
export const notApproved = html`<span class="badge warn">Not approved</span>`

/** Renders the status of a rule. Only a rule that an admin approved is shown as active. */
export function ruleStatus({ status, approved_by }: Pick<CanonRule, 'status' | 'approved_by'>): Html {
  if (approved_by) return badge(status)
  return status === 'active' ? notApproved : html`${badge(status)} ${notApproved}`
}

/** Renders why a rule that was found is not in force: its status, or that no admin approved it. */
export function untrustedMark(status: string | null | undefined): Html {
  return status && status !== 'active' ? badge(status) : notApproved
}

/** Renders that a rule is not in force if no admin approved it, and otherwise what becomes of the person's change. */
export function ruleCaution({ approved_by }: Pick<CanonRule, 'approved_by'>, person: Person): Html {
  if (approved_by)
    return policyAllows('administer', person)
      ? null
      : html`<p class="caution">
          An admin approved this rule. Your change becomes a proposal: the rule stays in force as it is until an admin
          decides.
        </p>`
  return html`<p class="caution">
    <strong>Not approved.</strong> This rule is not in force. Agents follow it only after an admin approves it.
  </p>`
}
