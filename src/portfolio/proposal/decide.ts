import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { isAdministrator, requireWriter } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import type { Changes } from '../../journal/history.ts'
import { addHistory } from '../../journal/save.ts'
import { phrase } from '../../language/phrase.ts'
import { Fault, policyDenied } from '../../record/fault.ts'
import type { Precondition } from '../../record/lock-record.ts'
import { unconditional } from '../operation.ts'
import { undecidedStatuses } from '../vocabulary.ts'
import { lockConflicts } from './conflicts.ts'
import { statusChange } from './expire.ts'
import { keepClaims } from './keep-claims.ts'
import { lockProposal, requireStatus } from './lock.ts'
import { type OperationRequest, runRequest } from './operation.ts'
import type { StoredProposal, Target } from './proposal.ts'

/**
 * Approves a proposal: runs its write as if it was sent now, with the proposer as author and the actor as the person who
 * approved it. `edited` replaces the proposed body. `precondition` checks what the person saw.
 *
 * @throws Fault `policy_denied` unless `mayDecide`; `conflict` if it does not wait any more, or if others changed a field
 * that it changes, which `conflicts` in the details lists; or the fault of the write
 */
export async function approveProposal(
  em: EntityManager,
  actor: Actor,
  id: number,
  precondition: Precondition = unconditional,
  edited?: Record<string, unknown>,
): Promise<StoredProposal> {
  const proposal = await lockPending(em, actor, id, precondition)
  if (!edited) await requireUnchanged(em, proposal)
  const author: Actor = {
    by: proposal.created_by,
    credential: proposal.credential,
    approved_by: actor.by,
    reason: proposal.reason ?? undefined,
    time_zone: actor.time_zone,
    surface: actor.surface,
    request_id: actor.request_id,
  }
  const written = await runRequest(em, author, {
    operation: proposal.operation as OperationRequest['operation'],
    key: proposal.key,
    body: edited ?? proposal.body,
  })
  const [first] = written
  const result = first ? { kind: first.kind, id: first.record.id, slug: first.record.slug ?? null } : null
  return close(em, actor, proposal, 'applied', {
    result,
    ...(edited && { body: edited, edited: true }),
  })
}

async function requireUnchanged(em: EntityManager, proposal: StoredProposal): Promise<void> {
  const conflicts = await lockConflicts(readInTransaction(em), proposal)
  if (conflicts.length > 0) throw new Fault('conflict', changedMeanwhile, undefined, { conflicts })
}

const changedMeanwhile = phrase('proposals.changedMeanwhile')

/** Rejects a proposal, with a note for the proposer. Throws as `approveProposal` does. */
export async function rejectProposal(
  em: EntityManager,
  actor: Actor,
  id: number,
  decision_note: string | null,
  precondition: Precondition = unconditional,
): Promise<StoredProposal> {
  const proposal = await lockPending(em, actor, id, precondition)
  return close(em, actor, proposal, 'rejected', { decision_note })
}

/**
 * Asks the proposer of a proposal for changes, which the note describes. No one can decide on it until the proposer has
 * sent it again. Throws as `approveProposal` does, and `conflict` unless `mayBeRevised`.
 */
export async function askForChanges(
  em: EntityManager,
  actor: Actor,
  id: number,
  decision_note: string,
  precondition: Precondition = unconditional,
): Promise<StoredProposal> {
  const proposal = await lockPending(em, actor, id, precondition)
  if (!mayBeRevised(proposal)) throw new Fault('conflict', proposedByPerson)
  return setStatus(em, actor, proposal, 'changes_wanted', { decision_note })
}

/**
 * Withdraws a proposal of the actor.
 *
 * @throws Fault `not_found`; `policy_denied` if another credential proposed it; `conflict` if it was decided on
 */
export async function withdrawProposal(em: EntityManager, actor: Actor, id: number): Promise<StoredProposal> {
  const proposal = await lockProposal(em, id)
  if (proposal.credential !== actor.credential) throw policyDenied()
  requireStatus(proposal, undecidedStatuses)
  return close(em, actor, proposal, 'withdrawn', {})
}

/** Returns whether the proposer can send a proposal again: a token can, a person who used a form cannot. */
export function mayBeRevised({ created_by }: Pick<StoredProposal, 'created_by'>): boolean {
  return created_by.type !== 'user'
}

const proposedByPerson = phrase('proposals.proposedByPerson')

/** Returns whether a person may decide on a proposal: active admins and managers, on canon rules only admins. */
export function mayDecide(
  actor: Pick<Actor, 'by' | 'person'>,
  proposal: Pick<StoredProposal, 'created_by'> & { targets: readonly Pick<Target, 'kind'>[] },
) {
  if (actor.person?.status !== 'active' || actor.person.role === 'user') return false
  const { type, id } = proposal.created_by
  if (type === 'user' && id === actor.person.id) return false
  return isAdministrator(actor) || proposal.targets.every(({ kind }) => kind !== 'canon_rule')
}

async function lockPending(
  em: EntityManager,
  actor: Actor,
  id: number,
  precondition: Precondition,
): Promise<StoredProposal> {
  requireWriter(actor)
  const proposal = await lockProposal(em, id)
  if (!mayDecide(actor, proposal)) throw policyDenied()
  requireStatus(proposal, ['pending'])
  await precondition()
  return proposal
}

async function close(
  em: EntityManager,
  actor: Actor,
  proposal: StoredProposal,
  status: 'applied' | 'rejected' | 'withdrawn',
  values: Partial<StoredProposal>,
): Promise<StoredProposal> {
  const decided = { decided_by: actor.by, decided_at: new Date().toISOString() }
  // An approval says why the record was proposed.
  const reason = status === 'applied' ? (proposal.reason ?? undefined) : actor.reason
  return setStatus(em, { ...actor, reason }, proposal, status, { ...values, ...decided })
}

async function setStatus(
  em: EntityManager,
  actor: Actor,
  proposal: StoredProposal,
  status: StoredProposal['status'],
  values: Partial<StoredProposal>,
): Promise<StoredProposal> {
  const { status: from, decision_note: before } = proposal
  Object.assign(proposal, { ...values, status, updated_by: actor.by })
  const { decision_note: note } = proposal
  const noteChange: Changes = note === before ? {} : { decision_note: { from: before, to: note } }
  addHistory(em, actor, proposal, status, { ...statusChange(from, status), ...noteChange })
  await em.flush()
  await keepClaims(em, proposal)
  return proposal
}
