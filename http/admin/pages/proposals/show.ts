import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readTitles } from '../../../../src/catalog/record-titles.ts'
import type { FieldConflict } from '../../../../src/portfolio/proposal/conflicts.ts'
import { mayDecide } from '../../../../src/portfolio/proposal/decide.ts'
import { type ProposalState, readProposalState } from '../../../../src/portfolio/proposal/inbox.ts'
import { StoredProposal } from '../../../../src/portfolio/proposal/proposal.ts'
import { formControls } from '../../form/controls.ts'
import { form } from '../../form/form.ts'
import { type Html, html } from '../../html/html.ts'
import { postButton } from '../../html/post-form.ts'
import { proposedAction, staleMark } from '../../parts/proposal.ts'
import { listAddress } from '../../record/address.ts'
import { pathId } from '../../request/path.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { adminActor } from '../../request/write.ts'
import { besideParts, changesPart, conflictTable, namedRecords } from './changes.ts'
import { proposalFacts } from './facts.ts'
import { editableForm, operationsOf } from './operations.ts'

/** The form of a decision. */
export const DecisionForm = z.object({
  note: StoredProposal.shape.decision_note
    .optional()
    .describe('Shown to who proposed, and in the change feed'),
})

// The control of the note.
const noteControls = formControls(DecisionForm)

/** The link to the list of proposals. */
export const inboxLink = { href: listAddress('proposals'), label: 'Proposals' }

/** Why a decision was not carried out. */
type Failure = {
  status: 409 | 422
  messages: string[]
  /** The fields that others have changed, as the decision found them. */
  conflicts?: FieldConflict[]
  /** The note that the person wrote. */
  note?: string
}

/** Shows a proposal. */
export async function showProposalPage(request: FastifyRequest, reply: FastifyReply) {
  return sendProposal(request, reply, await readProposalState(request.server.read, pathId(request)))
}

/** Returns the title of the page of a proposal: "New signal: Crashes on start". */
export function proposalTitle({ proposal }: Pick<ProposalState, 'proposal'>): string {
  const action = proposedAction(proposal)
  return proposal.action === 'batch' ? action : `${action}: ${proposal.title}`
}

/** Sends the page of a proposal. `failure` says why a decision on it was not carried out. */
export async function sendProposal(
  request: FastifyRequest,
  reply: FastifyReply,
  state: ProposalState,
  failure?: Failure,
) {
  const { proposal } = state
  const conflicts = failure?.conflicts ?? state.conflicts
  const { result } = proposal
  const titles = await readTitles(request.server.read, [
    ...namedRecords({ ...state, conflicts }),
    ...(result ? [{ record_type: result.kind, record_id: result.id }] : []),
  ])
  const context = { person: personOf(request), titles }
  const decides = proposal.status === 'pending' && mayDecide(adminActor(request), proposal)
  const title = proposalTitle(state)
  const [only] = operationsOf(proposal)
  const content = (csrf: string) => html`
    <div class="head">
      <h1>${title}</h1>
      ${decides && decisionButtons(state, csrf)}
    </div>
    ${failure && reasons(failure.messages)}
    ${
      conflicts.length > 0 &&
      html`<section class="part" aria-labelledby="conflicts">
        <h2 id="conflicts">Changed since it was proposed ${staleMark}</h2>
        <p>Others have changed these fields. Edit the proposal before you approve it, or reject it.</p>
        ${conflictTable(state, conflicts, context)}
      </section>`
    }
    ${proposalFacts(proposal, titles)} ${changesPart(state, context)}
    ${proposal.action !== 'batch' && only ? besideParts(only, context) : null}
    ${decides && rejection(state, csrf, failure?.note)}
  `
  return sendPage(request, reply, { title, content, above: [inboxLink] }, failure?.status ?? 200)
}

function reasons(messages: string[]): Html {
  return html`<div class="error-summary" role="alert">${messages.map((message) => html`<p>${message}</p>`)}</div>`
}

function decisionButtons({ proposal }: ProposalState, csrf: string): Html {
  const address = `${inboxLink.href}/${proposal.id}`
  return html`<div class="buttons">
    ${postButton(`${address}/approve`, csrf, 'Approve', { style: 'primary', key: 'a' })}
    ${editableForm(proposal) && html`<a class="button" href=${`${address}/edit`} data-key="e">Edit and approve</a>`}
  </div>`
}

function rejection({ proposal }: ProposalState, csrf: string, note = ''): Html {
  return html`<section class="part" aria-labelledby="rejection">
    <h2 id="rejection">Reject</h2>
    ${form({
      action: `${inboxLink.href}/${proposal.id}/reject`,
      csrf,
      controls: noteControls,
      values: { note },
      submit: 'Reject',
      style: 'danger',
      key: 'r',
    })}
  </section>`
}
