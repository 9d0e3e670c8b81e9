import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { readTitles } from '../../../../src/catalog/record-titles.ts'
import { readVersion, requireVersion } from '../../../../src/catalog/shown-version.ts'
import type { EntityManager } from '../../../../src/database/transaction.ts'
import { phrase } from '../../../../src/language/phrase.ts'
import { approveProposal, mayDecide } from '../../../../src/portfolio/proposal/decide.ts'
import { type ProposalState, readProposalState } from '../../../../src/portfolio/proposal/inbox.ts'
import { notInStatus } from '../../../../src/portfolio/proposal/lock.ts'
import {
  Fault,
  type FieldErrors,
  isAnotherVersion,
  notFound,
  policyDenied,
} from '../../../../src/record/fault.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { withAgents } from '../../form/agents.ts'
import { changesOfOthers } from '../../form/changed-meanwhile.ts'
import { formControls } from '../../form/controls.ts'
import { form } from '../../form/form.ts'
import { validateForm } from '../../form/messages.ts'
import { shownInForm } from '../../form/references.ts'
import { differences } from '../../form/save-change.ts'
import { defaultsOf, inputErrors, newValues, submittedValues, withoutBlank } from '../../form/submitted.ts'
import { html } from '../../html/html.ts'
import { t } from '../../html/text.ts'
import type { FormValues, Row } from '../../record/record.ts'
import { requireWriter, storedValues } from '../../record/row.ts'
import { pathId } from '../../request/path.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { adminActor, adminWrite } from '../../request/write.ts'
import { conflictTable, fieldsBeside, namedRecords, recordsBeside } from './changes.ts'
import { redirectToNext, requireShown, sendFailure } from './decide.ts'
import {
  createdTitles,
  type EditableForm,
  editableForm,
  operationsOf,
  proposedValues,
  withoutControl,
} from './operations.ts'
import { inboxLink, proposalTitle } from './show.ts'

/** A proposal that a person edits: its form, and for a change the record with its version. */
type Opened = EditableForm & {
  state: ProposalState
  proposalVersion: number
  row: Row | undefined
  version: number | undefined
}

/** Shows the form of the record, filled with the proposed values. */
export async function showEdit(request: FastifyRequest, reply: FastifyReply) {
  const opened = await open(request)
  if (opened.state.proposal.status !== 'pending')
    return sendFailure(request, reply, pathId(request), notInStatus(opened.state.proposal.status))
  const values = {
    ...(opened.row && storedValues(opened.row)),
    ...proposedValues(opened.state.proposal, opened.body),
  }
  return sendEditForm(request, reply, { ...opened, values })
}

/** Approves a proposal with the values of the form in place of the proposed ones. */
export async function approveEdited(request: FastifyRequest, reply: FastifyReply, retries = 3) {
  const opened = await open(request)
  const { body, row, version, state, pages } = opened
  const { proposal } = state
  const values = submittedValues(request.body, body)
  let shownAgain = values
  try {
    const { input, errors, kept } = row
      ? await changedInput(request, opened, row, values)
      : {
          input: await validateForm(
            request,
            body,
            proposal.action === 'create' ? newValues(body, values) : values,
          ),
          errors: {},
          kept: {},
        }
    shownAgain = { ...values, ...kept }
    const edited = { ...withoutControl(proposal, body), ...input }
    const precondition = async (em: EntityManager) => {
      await requireShown(em, proposal.id, shownProposal(request))
      if (Object.keys(errors).length > 0) throw new Fault('conflict', undefined, errors)
      if (row && Object.keys(edited).length === 0)
        throw new Fault('validation_failed', undefined, nothingLeft)
      if (row) await requireVersion(em, { record_type: pages.historyType, record_id: row.id }, version)
    }
    await adminWrite(request, (em, actor) =>
      approveProposal(em, actor, proposal.id, () => precondition(em), edited),
    )
  } catch (error) {
    // Another change was committed after the comparison, so the form is compared again.
    if (isAnotherVersion(error) && retries > 0) return approveEdited(request, reply, retries - 1)
    const isConflict = error instanceof Fault && error.code === 'conflict'
    if (isConflict && !error.errors) return sendFailure(request, reply, proposal.id, error)
    return sendEditForm(request, reply, {
      ...opened,
      values: shownAgain,
      errors: inputErrors(error),
      status: isConflict ? 409 : 422,
    })
  }
  return redirectToNext(request, reply, proposal.id, t('proposals.editedOne'))
}

// The version in the form is that of the record which the proposal would change.
function shownProposal({ query }: FastifyRequest): number | undefined {
  const { proposal } = query as { proposal?: unknown }
  return typeof proposal === 'string' && /^\d{1,15}$/.test(proposal) ? Number(proposal) : undefined
}

const nothingLeft: FieldErrors = { record: [phrase('proposals.nothingLeft')] }

// The version is read before the record, so that it cannot be newer than what the form shows.
async function open(request: FastifyRequest): Promise<Opened> {
  requireWriter(request)
  const { read } = request.server
  const id = pathId(request)
  const proposalVersion = await readVersion(read, { record_type: 'proposal', record_id: id })
  const state = await readProposalState(read, id)
  if (!mayDecide(adminActor(request), state.proposal)) throw policyDenied()
  const editable = editableForm(state.proposal)
  if (!editable) throw notFound()
  const { changedId, pages } = editable
  if (changedId === undefined)
    return { ...editable, state, proposalVersion, row: undefined, version: undefined }
  const version = await readVersion(read, { record_type: pages.historyType, record_id: changedId })
  return {
    ...editable,
    state,
    proposalVersion,
    version,
    row: await pages.read(read, changedId, personOf(request)),
  }
}

async function changedInput(request: FastifyRequest, { pages, body }: Opened, row: Row, values: FormValues) {
  const current = storedValues(row)
  const input = differences(await validateForm(request, body, values), current)
  const { kept, errors } = await changesOfOthers(request, pages, row, input)
  for (const name of kept) delete input[name]
  return { input, errors, kept: Object.fromEntries(kept.map((name) => [name, current[name]])) }
}

type EditForm = {
  state: ProposalState
  proposalVersion: number
  body: z.ZodObject
  row: Row | undefined
  version: number | undefined
  values: FormValues
  errors?: FieldErrors
  status?: 409 | 422
}

// Sends the form in which a person edits a proposal, with the fields that others have changed above it.
async function sendEditForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { state, proposalVersion, body, row, version, values, errors, status }: EditForm,
) {
  const { conflicts } = state
  const titles = await readTitles(request.server.read, namedRecords(state))
  const context = { person: personOf(request), titles, created: createdTitles(state.proposal) }
  const title = t('proposals.editTitle', { title: proposalTitle(state) })
  const controls = formControls(body)
  const filled = row ? values : { ...defaultsOf(controls), ...withoutBlank(values) }
  const [named, offered] = await Promise.all([
    shownInForm(request, controls, filled),
    withAgents(request.server.read, controls, filled),
  ])
  const address = `${inboxLink.href}/${state.proposal.id}`
  const uncontrolled = Object.keys(withoutControl(state.proposal, body))
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    <p>${t('proposals.editEffect', { author: visibleName(state.proposal.created_by) })}</p>
    ${
      conflicts.length > 0 &&
      html`<p class="caution">${t('proposals.editConflicts')}</p>
        ${conflictTable(state, conflicts, context)}`
    }
    ${form({
      action: `${address}/edit?proposal=${proposalVersion}`,
      csrf,
      controls: offered,
      values: named,
      errors,
      submit: t('proposals.approve'),
      cancel: address,
      version,
    })}
    ${operationsOf(state.proposal).map(
      (operation) =>
        html`${fieldsBeside(operation, uncontrolled, state, context)}${recordsBeside(operation, state, context)}`,
    )}
  `
  const above = [inboxLink, { href: address, label: proposalTitle(state) }]
  return sendPage(request, reply, { title, content, above }, status)
}
