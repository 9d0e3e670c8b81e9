import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import type { Changes } from '../../journal/history.ts'
import { addHistory } from '../../journal/save.ts'
import { systemProvenance } from '../../record/provenance.ts'
import { proposals, type StoredProposal } from './proposal.ts'

const perRun = 500

const system: Actor = { by: systemProvenance, credential: 'system', surface: 'cli', request_id: null }

/** Ends the proposals whose time has passed, of one credential or of all. Returns how many. */
export async function markExpired(em: EntityManager, credential?: string): Promise<number> {
  const expired = await em.find(
    proposals,
    {
      status: 'pending',
      expires_at: { $lte: new Date().toISOString() },
      ...(credential !== undefined && { credential }),
    },
    { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, limit: perRun, orderBy: { id: 'asc' } },
  )
  for (const proposal of expired) {
    Object.assign(proposal, { status: 'expired', decided_at: proposal.expires_at })
    addHistory(em, system, proposal, 'expired', statusChange('expired'))
  }
  await em.flush()
  return expired.length
}

/** Returns the change of the status with which a proposal ends, for its history. */
export function statusChange(to: StoredProposal['status']): Changes {
  return { status: { from: 'pending', to } }
}
