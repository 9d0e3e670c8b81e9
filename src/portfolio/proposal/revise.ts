import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { lock } from '../../database/lock.ts'
import { addHistory } from '../../journal/save.ts'
import { verdictOf } from '../../journal/verdict.ts'
import { phrase } from '../../language/phrase.ts'
import { Fault, invalid, policyDenied } from '../../record/fault.ts'
import type { Precondition } from '../../record/lock-record.ts'
import { validReferences } from '../../record/validation/valid-references.ts'
import { safeValidate } from '../../record/validation/validate.ts'
import { Batch } from '../batch/operation.ts'
import type { OperationResult } from '../batch/run.ts'
import { operations } from '../operations.ts'
import { resolve } from '../place/resolve.ts'
import { markExpired, statusChange, statusOf } from './expire.ts'
import { keepClaims } from './keep-claims.ts'
import { requireRoom } from './limit.ts'
import { lockProposal, requireStatus } from './lock.ts'
import { type OperationRequest, runRequest } from './operation.ts'
import { proposals, type StoredProposal } from './proposal.ts'
import { contentOf, digestOf, type HeldWrite } from './propose.ts'

// Only tokens revise proposals, so the sentences of this file are for programs.

type Body = OperationRequest['body']

/**
 * Runs the write of a proposal with another body, as if it was sent now. Its outcome is always `held`.
 *
 * @throws Fault `not_found`; `policy_denied` if another credential proposed it; `conflict` unless its proposer is asked
 * for changes; or the fault of the write
 */
export async function runRevision(
  em: EntityManager,
  actor: Actor,
  id: number,
  body: Body,
  precondition: Precondition,
): Promise<OperationResult[]> {
  const request = await revisedRequest(em, id, body)
  await requireRevisable(actor, await lockProposal(em, id), request, precondition)
  const results = await runRequest(em, actor, request)
  const verdict = verdictOf(em)
  if (verdict.saved.length === 0)
    throw invalid({ body: 'Nothing would change. Withdraw the proposal instead.' })
  verdict.isHeld = true
  return results
}

/**
 * Returns the request of a proposal with another body, and locks the proposal.
 *
 * @throws Fault `not_found`; `validation_failed` if the body is not one of its operation
 */
export async function revisedRequest(em: EntityManager, id: number, body: Body): Promise<OperationRequest> {
  const { operation: name, method, path, key } = await lockProposal(em, id)
  const operation = name as OperationRequest['operation']
  const schema = operation === 'batch' ? Batch : operations[operation].body
  return { operation, method, path, key, body: await validBody(em, schema, body) }
}

/**
 * Stores a held write as the new content of the proposal that it revises, which waits for a person again.
 *
 * @throws Fault as `runRevision` does; `conflict` if another proposal of the credential asks for the same;
 * `too_many_proposals` if the bodies of its proposals would exceed 8 MiB
 */
export async function revise(
  em: EntityManager,
  actor: Actor,
  id: number,
  held: HeldWrite,
  days: number,
  precondition: Precondition,
): Promise<StoredProposal> {
  const { credential } = actor
  await lock(em, `proposals:${credential}`)
  await markExpired(em, credential)
  const proposal = await lockProposal(em, id)
  await requireRevisable(actor, proposal, held.request, precondition)
  const same = await em.findOne(proposals, { credential, digest: digestOf(held.request), status: 'pending' })
  if (same) throw new Fault('conflict', `Your proposal ${same.id} asks for the same already.`)
  await requireRoom(em, credential, held.request.body, id)
  const { status, reason, targets } = proposal
  Object.assign(proposal, await contentOf(em, held, days), {
    status: 'pending',
    decision_note: null,
    reason: actor.reason ?? reason,
    updated_by: actor.by,
  })
  addHistory(em, actor, proposal, 'proposed', statusChange(status, 'pending'))
  await em.flush()
  await keepClaims(em, { credential, targets: [...targets, ...proposal.targets] })
  return proposal
}

async function requireRevisable(
  actor: Actor,
  proposal: StoredProposal,
  request: OperationRequest,
  precondition: Precondition,
): Promise<void> {
  if (proposal.credential !== actor.credential) throw policyDenied()
  await precondition()
  if (statusOf(proposal) === 'pending' && proposal.digest === digestOf(request)) throw pendingAlready()
  requireStatus(proposal, ['changes_wanted'])
}

// The answer to the first request may have been lost.
function pendingAlready(): Fault {
  const next = 'Do not send it again: a person decides. Look at list_proposals or the change feed.'
  return new Fault('conflict', 'The proposal is pending with this body already.', undefined, { next })
}

// As the route of the operation does: the references of an invalid body are checked too.
async function validBody(em: EntityManager, schema: z.ZodObject, body: Body): Promise<Body> {
  const { data, errors } = safeValidate(schema, body)
  if (data) return data
  const ofReferences = await resolve(em, validReferences(schema.shape, body)).then(
    () => ({}),
    (error: unknown) => {
      if (error instanceof Fault && error.errors) return error.errors
      throw error
    },
  )
  throw new Fault('validation_failed', phrase('fault.validationFailed'), { ...ofReferences, ...errors })
}
