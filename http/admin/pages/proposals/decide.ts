import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FieldConflict } from '../../../../src/portfolio/proposal/conflicts.ts'
import { approveProposal, rejectProposal } from '../../../../src/portfolio/proposal/decide.ts'
import { readProposalState } from '../../../../src/portfolio/proposal/inbox.ts'
import { Fault } from '../../../../src/record/fault.ts'
import { validate } from '../../../../src/record/validation/validate.ts'
import { submittedValues } from '../../form/submitted.ts'
import { requireWriter } from '../../record/row.ts'
import { pathId } from '../../request/path.ts'
import { redirect } from '../../request/reply.ts'
import { adminWrite } from '../../request/write.ts'
import { DecisionForm, inboxLink, sendProposal } from './show.ts'

/** Approves a proposal as it is. */
export async function approve(request: FastifyRequest, reply: FastifyReply) {
  requireWriter(request)
  const id = pathId(request)
  try {
    await adminWrite(request, (em, actor) => approveProposal(em, actor, id))
  } catch (error) {
    return sendFailure(request, reply, id, error)
  }
  return redirect(reply, `${inboxLink.href}/${id}`, 'Proposal approved.')
}

/** Rejects a proposal, with a note if the form has one. */
export async function reject(request: FastifyRequest, reply: FastifyReply) {
  requireWriter(request)
  const id = pathId(request)
  const { note } = submittedValues(request.body)
  try {
    const input = validate(DecisionForm, { note })
    await adminWrite(request, (em, actor) => rejectProposal(em, actor, id, input.note ?? null))
  } catch (error) {
    return sendFailure(request, reply, id, error, String(note))
  }
  return redirect(reply, `${inboxLink.href}/${id}`, 'Proposal rejected.')
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
  const state = await readProposalState(request.server.read, id)
  return sendProposal(request, reply, state, {
    status,
    messages: failureMessages(error as Fault),
    ...(conflicts && { conflicts }),
    ...(note !== undefined && { note }),
  })
}

/** Returns the messages of a decision that was not carried out. */
export function failureMessages({ message, errors = {} }: Fault): string[] {
  const ofFields = Object.values(errors).flat()
  return ofFields.length > 0 ? ofFields : [message]
}

function failureStatus(error: unknown): 409 | 422 | undefined {
  if (!(error instanceof Fault)) return undefined
  if (error.code === 'conflict') return 409
  return error.code === 'validation_failed' || error.code === 'canon_guard' ? 422 : undefined
}
