import type { Read } from '../../../src/database/read.ts'
import { type KindName, kinds } from '../../../src/portfolio/kinds.ts'
import { type InboxProposal, listOpenOf } from '../../../src/portfolio/proposal/inbox.ts'
import { proposalStatuses } from '../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { actorAddress } from '../history/change-item.ts'
import { type Html, html } from '../html/html.ts'
import { rich, t } from '../html/text.ts'
import { valueBadge } from '../html/value.ts'
import { recordAddress } from '../record/address.ts'
import type { Row } from '../record/record.ts'

type Proposed = Pick<InboxProposal, 'operation' | 'action' | 'kind'> & { targets: readonly unknown[] }

/** Returns what a proposal would do: "New signal", "Change of task", "Batch of 3". */
export function proposedAction({ operation, action, kind, targets }: Proposed): string {
  if (action === 'batch') return t('proposal.batch', { count: targets.length })
  return actionLabel(operation, action, kind)
}

/** Returns what one operation would do. */
export function actionLabel(operation: string, action: 'create' | 'change', kind: string | null): string {
  const named = { kind: kind ?? 'record' }
  if (action === 'create') return t('proposal.create', named)
  if (operation.startsWith('retract_')) return t('proposal.retract', named)
  return operation.startsWith('restore_') ? t('proposal.restore', named) : t('proposal.change', named)
}

/** Renders who proposed, with a link to what the person or the token writes, and whether the token is revoked. */
export function proposerLink({
  created_by,
  token_revoked,
}: Pick<InboxProposal, 'created_by' | 'token_revoked'>): Html {
  return html`<a href=${actorAddress(created_by)}>${visibleName(created_by)}</a>${
    token_revoked ? html` <span class="badge bad">${t('credential.tokenRevoked')}</span>` : null
  }`
}

// A component, because the language is known only when it is rendered.
const StaleMark = () =>
  html`<span class="badge warn" title=${t('proposal.staleAbout')}>${t('proposal.stale')}</span>`

/** The mark of a proposal that would change what others have changed since. */
export const staleMark = html`<${StaleMark} />`

/** Renders the status of a proposal. */
export function proposalStatusMark({ status }: Pick<InboxProposal, 'status'>): Html {
  return valueBadge(proposalStatuses, status)
}

/** Renders the proposals that may still change a record. Null if there are none. */
export async function openProposals(read: Read, record_type: string, { id }: Row): Promise<Html> {
  if (!(record_type in kinds)) return null
  const open = await listOpenOf(read, { kind: record_type as KindName, id })
  const ofStatus = (wanted: string) => open.filter(({ status }) => status === wanted)
  return html`
    ${links(ofStatus('pending'), 'proposal.waitForDecision')}
    ${links(ofStatus('changes_wanted'), 'proposal.waitForChanges')}
  `
}

function links(
  open: Awaited<ReturnType<typeof listOpenOf>>,
  sentence: 'proposal.waitForDecision' | 'proposal.waitForChanges',
): Html {
  if (open.length === 0) return null
  const proposals = open.map(({ id, operations, created_by }, index) => {
    const author = visibleName(created_by)
    const text =
      operations === null
        ? t('proposal.changeBy', { author })
        : t('proposal.batchBy', { title: t('proposal.batch', { count: operations }), author })
    return html`${index > 0 ? ', ' : null}<a href=${recordAddress('proposals', id)}>${text}</a>`
  })
  return html`<p class="caution">${rich(sentence, { count: open.length, proposals })}</p>`
}
