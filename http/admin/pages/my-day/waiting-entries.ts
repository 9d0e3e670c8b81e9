import type { CanonRule } from '../../../../src/portfolio/canon-rule/canon-rule.ts'
import type { ListedProposal } from '../../../../src/portfolio/proposal/inbox.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { type Html, html } from '../../html/html.ts'
import { timestamp } from '../../html/time.ts'
import { proposedAction, proposerLink } from '../../parts/proposal.ts'

/** Renders a proposal that the person may decide on. */
export function approvalEntry(proposal: ListedProposal): Html {
  return proposalEntry(proposal, html`by ${proposerLink(proposal)}`, 'Decide')
}

/** Renders a proposal of the person, which waits for another. */
export function ownProposalEntry(proposal: ListedProposal): Html {
  return proposalEntry(proposal, 'your proposal', 'Show')
}

function proposalEntry(proposal: ListedProposal, by: Html, label: string): Html {
  const { id, title, product_slug, product_name, expires_at } = proposal
  const name = `proposal-${id}`
  const product =
    product_slug !== null &&
    html`<span><a href=${`/admin/products/${product_slug}`}>${product_name}</a></span>`
  return html`<li>
    <div class="what">
      <a id=${name} href=${`/admin/proposals/${id}`}>${visibleName({ id, name: title })}</a>
      <p class="meta"><span>${proposedAction(proposal)}</span> <span>${by}</span> ${product} <span>expires ${timestamp(expires_at)}</span></p>
    </div>
    <div class="do"><a class="button" href=${`/admin/proposals/${id}`} aria-describedby=${name}>${label}</a></div>
  </li>`
}

/** Renders a canon rule that no admin has approved. */
export function ruleEntry({ id, title }: CanonRule): Html {
  const name = `canon-rule-${id}`
  return html`<li>
    <div class="what">
      <a id=${name} href=${`/admin/canon-rules/${id}`}>${visibleName({ id, name: title })}</a>
      <p class="meta"><span>Canon rule, not approved</span></p>
    </div>
    <div class="do"><a class="button" href=${`/admin/canon-rules/${id}`} aria-describedby=${name}>Decide</a></div>
  </li>`
}
