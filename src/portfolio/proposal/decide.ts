import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { isAdministrator, requireWriter } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import type { Changes } from '../../journal/history.ts'
import { addHistory } from '../../journal/save.ts'
import { Fault, notFound, policyDenied } from '../../record/fault.ts'
import type { Precondition } from '../../record/lock-record.ts'
import { lockConflicts } from './conflicts.ts'
import { hasExpired, statusChange } from './expire.ts'
import { type OperationRequest, runRequest } from './operation.ts'
import { proposals, type StoredProposal, type Target } from './proposal.ts'

/** A body that replaces the proposed one, and a check of the record that the person edited. */
type Edited = { body: Record<string, unknown>; precondition: Precondition }

/**
 * Approves a proposal: runs its write as if it was sent now, with the proposer as author and the actor as the person who
 * approved it. `edited` replaces what it proposes.
 *
 * @throws Fault `policy_denied` unless `mayDecide`; `conflict` if it does not wait any more, or if others changed a field
 * that it changes, which `conflicts` in the details lists; or the fault of the write
 */
export async function approveProposal(
  em: EntityManager,
  actor: Actor,
  id: number,
  edited?: Edited,
): Promise<StoredProposal> {
  const proposal = await lockPending(em, actor, id)
  if (edited) await edited.precondition()
  else await requireUnchanged(em, proposal)
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
    body: edited?.body ?? proposal.body,
  })
  const [first] = written
  const result = first ? { kind: first.kind, id: first.record.id, slug: first.record.slug ?? null } : null
  return close(em, actor, proposal, 'applied', {
    result,
    ...(edited && { body: edited.body, edited: true }),
  })
}

async function requireUnchanged(em: EntityManager, proposal: StoredProposal): Promise<void> {
  const conflicts = await lockConflicts(readInTransaction(em), proposal)
  if (conflicts.length > 0) throw new Fault('conflict', changedMeanwhile, undefined, { conflicts })
}

const changedMeanwhile = 'Others have changed these fields since. Edit the proposal, or reject it.'

/** Rejects a proposal, with a note for the proposer. Throws as `approveProposal` does. */
export async function rejectProposal(
  em: EntityManager,
  actor: Actor,
  id: number,
  decision_note: string | null,
): Promise<StoredProposal> {
  const proposal = await lockPending(em, actor, id)
  return close(em, actor, proposal, 'rejected', { decision_note })
}

/**
 * Withdraws a proposal of the actor.
 *
 * @throws Fault `not_found`; `policy_denied` if another credential proposed it; `conflict` if it does not wait any more
 */
export async function withdrawProposal(em: EntityManager, actor: Actor, id: number): Promise<StoredProposal> {
  const proposal = await lockProposal(em, id)
  if (proposal.credential !== actor.credential) throw policyDenied()
  requirePending(proposal)
  return close(em, actor, proposal, 'withdrawn', {})
}

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

async function lockPending(em: EntityManager, actor: Actor, id: number): Promise<StoredProposal> {
  requireWriter(actor)
  const proposal = await lockProposal(em, id)
  if (!mayDecide(actor, proposal)) throw policyDenied()
  requirePending(proposal)
  return proposal
}

async function lockProposal(em: EntityManager, id: number): Promise<StoredProposal> {
  const proposal = await em.findOne(proposals, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!proposal) throw notFound()
  return proposal
}

function requirePending(proposal: StoredProposal): void {
  const ended = hasExpired(proposal) ? 'expired' : proposal.status
  if (ended !== 'pending') throw new Fault('conflict', `The proposal is ${ended} already.`)
}

async function close(
  em: EntityManager,
  actor: Actor,
  proposal: StoredProposal,
  status: 'applied' | 'rejected' | 'withdrawn',
  values: Partial<StoredProposal>,
): Promise<StoredProposal> {
  Object.assign(proposal, {
    ...values,
    status,
    decided_by: actor.by,
    decided_at: new Date().toISOString(),
    updated_by: actor.by,
  })
  const note: Changes = values.decision_note
    ? { decision_note: { from: null, to: values.decision_note } }
    : {}
  addHistory(em, actor, proposal, status, { ...statusChange(status), ...note })
  await em.flush()
  return proposal
}
