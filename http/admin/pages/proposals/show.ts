import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readTitles } from '../../../../src/catalog/record-titles.ts'
import { readVersion } from '../../../../src/catalog/shown-version.ts'
import { type HistoryEntry, listHistory } from '../../../../src/journal/record-history.ts'
import { type Phrase, phrase } from '../../../../src/language/phrase.ts'
import type { FieldConflict } from '../../../../src/portfolio/proposal/conflicts.ts'
import { mayBeRevised, mayDecide } from '../../../../src/portfolio/proposal/decide.ts'
import { type ProposalState, readProposalState } from '../../../../src/portfolio/proposal/inbox.ts'
import { StoredProposal } from '../../../../src/portfolio/proposal/proposal.ts'
import { prose } from '../../../../src/record/rules/prose.ts'
import { formControls } from '../../form/controls.ts'
import { form } from '../../form/form.ts'
import { historyList } from '../../history/history.ts'
import { type Html, html } from '../../html/html.ts'
import { postButton } from '../../html/post-form.ts'
import { t } from '../../html/text.ts'
import { proposedAction, staleMark } from '../../parts/proposal.ts'
import { listAddress } from '../../record/address.ts'
import { pathId } from '../../request/path.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { adminActor } from '../../request/write.ts'
import { besideParts, changesPart, conflictTable, namedRecords } from './changes.ts'
import { proposalFacts } from './facts.ts'
import { createdTitles, editableForm, operationsOf } from './operations.ts'

/** The form of a decision. */
export const DecisionForm = z.object({
  note: StoredProposal.shape.decision_note.optional(),
})

/** The form that asks for changes. */
export const ChangesForm = z.object({ note: prose(1000) })

const noteControls = (help: Phrase) =>
  formControls(DecisionForm).map((control) => ({ ...control, label: phrase('proposals.note'), help }))
const rejectControls = noteControls(phrase('proposals.noteReaders'))
const rejectOrAskControls = noteControls(phrase('proposals.noteReadersIfAsked'))

/** The link to the list of proposals. */
export const inboxLink = { href: listAddress('proposals'), label: phrase('layout.proposals') }

const shownChanges = 20

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
  return sendProposal(request, reply, pathId(request))
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
  id: number,
  failure?: Failure,
) {
  const { read } = request.server
  const record = { record_type: 'proposal', record_id: id }
  // Read before the proposal, so that it cannot be newer than what the page shows.
  const version = await readVersion(read, record)
  const state = await readProposalState(read, id)
  const { rows } = await listHistory(read, record, { per_page: shownChanges, with_total: false })
  const { proposal } = state
  const conflicts = failure?.conflicts ?? state.conflicts
  const { result } = proposal
  const titles = await readTitles(read, [
    ...namedRecords({ ...state, conflicts }),
    ...(result ? [{ record_type: result.kind, record_id: result.id }] : []),
  ])
  const person = personOf(request)
  const context = { person, titles, created: createdTitles(proposal) }
  const decides = proposal.status === 'pending' && mayDecide(adminActor(request), proposal)
  const history = await historyList(read, 'proposal', rows, person)
  const title = proposalTitle(state)
  const [only] = operationsOf(proposal)
  const content = (csrf: string) => html`
    <div class="head">
      <h1>${title}</h1>
      ${decides && decisionButtons(state, csrf, version)}
    </div>
    ${failure && reasons(failure.messages)}
    ${
      conflicts.length > 0 &&
      html`<section class="part" aria-labelledby="conflicts">
        <h2 id="conflicts">${t('proposals.changedSince')} ${staleMark}</h2>
        <p>${t('proposals.changedSinceAdvice')}</p>
        ${conflictTable(state, conflicts, context)}
      </section>`
    }
    ${proposalFacts(proposal, titles, proposal.status === 'changes_wanted' ? undefined : askedChanges(rows))} ${changesPart(state, context)}
    ${proposal.action !== 'batch' && only ? besideParts(only, context) : null}
    ${decides && noteForm(state, csrf, version, failure)} ${history}
  `
  return sendPage(request, reply, { title, content, above: [inboxLink] }, failure?.status ?? 200)
}

// The history shows the beginning of a long note.
function askedChanges(history: HistoryEntry[]): string | undefined {
  const asked = history.find(({ event }) => event === 'changes_wanted')
  return asked?.changes.decision_note?.to as string | undefined
}

function reasons(messages: string[]): Html {
  return html`<div class="error-summary" role="alert">${messages.map((message) => html`<p>${message}</p>`)}</div>`
}

function decisionButtons({ proposal }: ProposalState, csrf: string, version: number): Html {
  const address = `${inboxLink.href}/${proposal.id}`
  return html`<div class="buttons">
    ${postButton(`${address}/approve`, csrf, t('proposals.approve'), { style: 'primary', key: 'a', version })}
    ${editableForm(proposal) && html`<a class="button" href=${`${address}/edit`} data-key="e">${t('proposals.editAndApprove')}</a>`}
  </div>`
}

function noteForm(
  { proposal }: ProposalState,
  csrf: string,
  version: number,
  { note = '' }: Partial<Failure> = {},
): Html {
  const address = `${inboxLink.href}/${proposal.id}`
  const asks = mayBeRevised(proposal)
  return html`<section class="part" aria-labelledby="answer">
    <h2 id="answer">${asks ? t('proposals.rejectOrAsk') : t('proposals.reject')}</h2>
    ${form({
      action: `${address}/reject`,
      csrf,
      controls: asks ? rejectOrAskControls : rejectControls,
      values: { note },
      submit: t('proposals.reject'),
      style: 'danger',
      key: 'r',
      ...(asks && { also: { action: `${address}/ask`, label: t('proposals.askForChanges') } }),
      version,
    })}
  </section>`
}
