import { type RecordTitles, recordKey } from '../../../../src/catalog/record-titles.ts'
import type { InboxProposal } from '../../../../src/portfolio/proposal/inbox.ts'
import { undecidedStatuses } from '../../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { actorKinds } from '../../history/change-item.ts'
import { type Html, html } from '../../html/html.ts'
import { localized, t } from '../../html/text.ts'
import { timestamp } from '../../html/time.ts'
import { proposalStatusMark, proposerLink } from '../../parts/proposal.ts'
import { recordAddress } from '../../record/address.ts'
import { titleLink } from '../../record/record-link.ts'

type Fact = [label: string, value: Html]

/** Renders who proposed, when, why, and what was decided. `asked` is what the proposer was asked to change. */
export function proposalFacts(proposal: InboxProposal, titles: RecordTitles, asked?: string): Html {
  const present = (facts: Fact[]) =>
    facts.filter(([, value]) => value !== null && value !== undefined && value !== false)
  return html`<dl class="values">
    ${present(shortFacts(proposal, titles)).map(
      ([label, value]) => html`<div>
        <dt>${label}</dt>
        <dd>${value}</dd>
      </div>`,
    )}
    ${present(longFacts(proposal, asked)).map(
      ([label, value]) => html`<div class="long">
        <dt>${label}</dt>
        <dd class="text">${value}</dd>
      </div>`,
    )}
  </dl>`
}

function shortFacts(proposal: InboxProposal, titles: RecordTitles): Fact[] {
  const { created_at, created_by, expires_at, decided_by, decided_at, edited, product_slug, product_name } =
    proposal
  const isOpen = undecidedStatuses.includes(proposal.status)
  const result = proposal.result && {
    record_type: proposal.result.kind,
    record_id: proposal.result.id,
  }
  return [
    [t('proposals.status'), proposalStatusMark(proposal)],
    [
      t('proposals.proposedBy'),
      html`${proposerLink(proposal)} <span class="muted">(${localized(actorKinds[created_by.type])})</span>`,
    ],
    [t('proposals.proposed'), timestamp(created_at)],
    [t('proposals.expires'), isOpen && timestamp(expires_at)],
    [
      t('proposals.product'),
      product_slug !== null && html`<a href=${recordAddress('products', product_slug)}>${product_name}</a>`,
    ],
    [t('proposals.decidedBy'), decided_by && visibleName(decided_by)],
    [t('proposals.decided'), decided_at && timestamp(decided_at)],
    [t('proposals.edited'), edited && t('proposals.editedBefore')],
    [t('proposals.result'), result && titleLink(result, titles.get(recordKey(result)))],
  ]
}

function longFacts({ reason, rules, decision_note }: InboxProposal, asked?: string): Fact[] {
  const links = rules.map(
    ({ id, title }, index) =>
      html`${index > 0 ? ', ' : null}<a href=${recordAddress('canon-rules', id)}>${visibleName({ id, name: title })}</a>`,
  )
  return [
    [t('proposals.reason'), reason],
    [
      t('proposals.caughtBy', { count: rules.length }),
      rules.length > 0 && html`<span class="rules">${links}</span>`,
    ],
    [t('proposals.note'), decision_note],
    [t('proposals.changesAskedFor'), asked],
  ]
}
