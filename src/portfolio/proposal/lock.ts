import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { phrase } from '../../language/phrase.ts'
import { Fault, type Message, notFound } from '../../record/fault.ts'
import { statusOf } from './expire.ts'
import { proposals, type StoredProposal } from './proposal.ts'

type Status = StoredProposal['status']

/** Returns a proposal and locks it until the transaction ends; throws `not_found`. */
export async function lockProposal(em: EntityManager, id: number): Promise<StoredProposal> {
  const proposal = await em.findOne(proposals, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!proposal) throw notFound()
  return proposal
}

/** Throws `conflict` if the status of a proposal is none of these. */
export function requireStatus(proposal: StoredProposal, statuses: readonly Status[]): void {
  const status = statusOf(proposal)
  if (!statuses.includes(status)) throw notInStatus(status)
}

/** Returns the fault of an action that is not possible in the status of a proposal. */
export function notInStatus(status: Status): Fault {
  const message = notPossible[status] ?? phrase('proposals.alreadyDecided', { status })
  return new Fault('conflict', message, undefined, { next: nextSteps[status] })
}

const notPossible: Partial<Record<Status, Message>> = {
  pending: phrase('proposals.waitsForPerson'),
  changes_wanted: phrase('proposals.waitsForChanges'),
}

// Only programs read these: the page of a proposal has buttons for what a person can do next.
const nextSteps: Record<Status, string> = {
  pending: 'To change it before that, withdraw it and send the changed write as a new proposal.',
  changes_wanted: 'Its proposer sends it again by PUT /api/portfolio/proposals/{id}, or withdraws it.',
  applied: 'Its write is stored: result of GET /api/portfolio/proposals/{id} names the record. Change that.',
  rejected:
    'decision_note of GET /api/portfolio/proposals/{id} says why, if the person did. A changed write is a new proposal.',
  withdrawn: 'If the write is still wanted, send it again as a new proposal.',
  expired: 'No person decided in time. If the write is still wanted, send it again as a new proposal.',
}
