import type { Read } from '../../../src/database/read.ts'
import { type KindName, kinds } from '../../../src/portfolio/kinds.ts'
import { type InboxProposal, listOpenOf } from '../../../src/portfolio/proposal/inbox.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { actorAddress } from '../history/change-item.ts'
import { badge } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { words } from '../html/words.ts'
import { recordAddress } from '../record/address.ts'
import type { Row } from '../record/record.ts'

type Proposed = Pick<InboxProposal, 'operation' | 'action' | 'kind'> & { targets: readonly unknown[] }

/** Returns what a proposal would do: "New signal", "Change of task", "Batch of 3". */
export function proposedAction({ operation, action, kind, targets }: Proposed): string {
  if (action === 'batch') return `Batch of ${targets.length}`
  return actionLabel(operation, action, kind)
}

/** Returns what one operation would do. */
export function actionLabel(operation: string, action: 'create' | 'change', kind: string | null): string {
  const name = words(kind ?? 'record').toLowerCase()
  if (action === 'create') return `New ${name}`
  if (operation.startsWith('retract_')) return `Retraction of ${name}`
  return operation.startsWith('restore_') ? `Restoration of ${name}` : `Change of ${name}`
}

/** Renders who proposed, with a link to what the person or the token writes, and whether the token is revoked. */
export function proposerLink({
  created_by,
  token_revoked,
}: Pick<InboxProposal, 'created_by' | 'token_revoked'>): Html {
  return html`<a href=${actorAddress(created_by)}>${visibleName(created_by)}</a>${
    token_revoked ? html` <span class="badge bad">Token revoked</span>` : null
  }`
}

/** The mark of a proposal that would change what others have changed since. */
export const staleMark = html`<span class="badge warn" title="Others have changed what it would change">Stale</span>`

/** Renders the status of a proposal. */
export function proposalStatusMark({ status }: Pick<InboxProposal, 'status'>): Html {
  return badge(status)
}

/** Renders the proposals that may still change a record. Null if there are none. */
export async function openProposals(read: Read, record_type: string, { id }: Row): Promise<Html> {
  if (!(record_type in kinds)) return null
  const open = await listOpenOf(read, { kind: record_type as KindName, id })
  const ofStatus = (wanted: string) => open.filter(({ status }) => status === wanted)
  return html`
    ${links(ofStatus('pending'), 'for a decision on this record')}
    ${links(ofStatus('changes_wanted'), 'for changes by who proposed, before a decision on this record')}
  `
}

function links(proposals: Awaited<ReturnType<typeof listOpenOf>>, reason: string): Html {
  if (proposals.length === 0) return null
  return html`<p class="caution">
    ${proposals.length === 1 ? 'A proposal waits' : `${proposals.length} proposals wait`} ${reason}:${' '}
    ${proposals.map(
      (proposal, index) => html`${index > 0 ? ', ' : null}<a href=${recordAddress('proposals', proposal.id)}
          >${proposal.action === 'batch' ? proposal.title : 'change'} by ${visibleName(proposal.created_by)}</a
        >`,
    )}
  </p>`
}
