import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireVersion } from '../../../../src/catalog/shown-version.ts'
import type { EntityManager } from '../../../../src/database/transaction.ts'
import type { FieldConflict } from '../../../../src/portfolio/proposal/conflicts.ts'
import {
  approveProposal,
  askForChanges,
  mayDecide,
  rejectProposal,
} from '../../../../src/portfolio/proposal/decide.ts'
import { listPending } from '../../../../src/portfolio/proposal/inbox.ts'
import { Fault } from '../../../../src/record/fault.ts'
import { validate } from '../../../../src/record/validation/validate.ts'
import { submittedValues } from '../../form/submitted.ts'
import { shownVersion } from '../../html/post-form.ts'
import { t } from '../../html/text.ts'
import { fieldLabel, labelled } from '../../html/words.ts'
import { requireWriter } from '../../record/row.ts'
import { pathId } from '../../request/path.ts'
import { redirect } from '../../request/reply.ts'
import { adminActor, adminWrite } from '../../request/write.ts'
import { ChangesForm, DecisionForm, inboxLink, sendProposal } from './show.ts'

/** Approves a proposal as it is. */
export async function approve(request: FastifyRequest, reply: FastifyReply) {
  requireWriter(request)
  const id = pathId(request)
  try {
    await adminWrite(request, (em, actor) =>
      approveProposal(em, actor, id, () => requireShown(em, id, shownVersion(request))),
    )
  } catch (error) {
    return sendFailure(request, reply, id, error)
  }
  return redirectToNext(request, reply, id, t('proposals.approvedOne'))
}

/** Rejects a proposal, with a note if the form has one. */
export async function reject(request: FastifyRequest, reply: FastifyReply) {
  requireWriter(request)
  const id = pathId(request)
  const { note } = submittedValues(request.body)
  try {
    const input = validate(DecisionForm, { note })
    await adminWrite(request, (em, actor) =>
      rejectProposal(em, actor, id, input.note ?? null, () => requireShown(em, id, shownVersion(request))),
    )
  } catch (error) {
    return sendFailure(request, reply, id, error, String(note))
  }
  return redirectToNext(request, reply, id, t('proposals.rejectedOne'))
}

/** Asks who proposed for changes, which the note of the form describes. */
export async function askProposer(request: FastifyRequest, reply: FastifyReply) {
  requireWriter(request)
  const id = pathId(request)
  const { note } = submittedValues(request.body)
  try {
    const input = validate(ChangesForm, { note })
    await adminWrite(request, (em, actor) =>
      askForChanges(em, actor, id, input.note, () => requireShown(em, id, shownVersion(request))),
    )
  } catch (error) {
    return sendFailure(request, reply, id, error, String(note))
  }
  return redirectToNext(request, reply, id, t('proposals.asked'))
}

/** Redirects to the next proposal that the person may decide on, or to the decided one if none waits. */
export async function redirectToNext(request: FastifyRequest, reply: FastifyReply, id: number, done: string) {
  const actor = adminActor(request)
  const waiting = (await listPending(request.server.read)).filter((proposal) => mayDecide(actor, proposal))
  const next = waiting.find((proposal) => proposal.id > id) ?? waiting[0]
  const address = `${inboxLink.href}/${next?.id ?? id}`
  return redirect(reply, address, next ? `${done} ${t('proposals.thisIsNext')}` : done)
}

/**
 * Checks that a proposal is as a page showed it, if the request says so: its proposer may have sent it again since.
 *
 * @throws Fault `conflict`, see `isAnotherVersion`
 */
export async function requireShown(
  em: EntityManager,
  id: number,
  version: number | undefined,
): Promise<void> {
  if (version !== undefined) await requireVersion(em, { record_type: 'proposal', record_id: id }, version)
}

/** Shows the proposal again, with the reason why a decision on it was not carried out. Throws every other error. */
export async function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  id: number,
  error: unknown,
  note?: string,
) {
  const status = failureStatus(error)
  if (!status) throw error
  const { conflicts } = (error as Fault).details as { conflicts?: FieldConflict[] }
  return sendProposal(request, reply, id, {
    status,
    messages: failureMessages(error as Fault),
    ...(conflicts && { conflicts }),
    ...(note !== undefined && { note }),
  })
}

/** Returns the messages of a decision that was not carried out. */
export function failureMessages(fault: Fault): string[] {
  const ofFields = Object.values(fault.errors ?? {}).flat()
  const messages = ofFields.length > 0 ? ofFields : [fault.sentence ?? fault.code]
  // The name of a field of an operation of a batch says which operation it is, such as `operations.2.title`.
  return messages.map((message) =>
    labelled(message, (name) => (name.includes('.') ? name : fieldLabel(name))),
  )
}

function failureStatus(error: unknown): 409 | 422 | undefined {
  if (!(error instanceof Fault)) return undefined
  if (error.code === 'conflict') return 409
  return error.code === 'validation_failed' || error.code === 'canon_guard' ? 422 : undefined
}
