import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import type { Changes } from '../../journal/history.ts'
import { addEntries } from '../../journal/save.ts'
import { systemProvenance } from '../../record/provenance.ts'
import { proposals, type StoredProposal } from './proposal.ts'

const perRun = 500

const system: Actor = { by: systemProvenance, credential: 'system', surface: 'cli', request_id: null }

/** Ends the proposals whose time has passed, of one credential or of all. Returns how many. */
export async function markExpired(em: EntityManager, credential?: string): Promise<number> {
  const expired = await readInTransaction(em)<{ id: number }>({
    text: `update proposals set status = 'expired', decided_at = expires_at, updated_at = now() where id in (
        select id from proposals where status = 'pending' and expires_at <= now() and credential = coalesce($1, credential)
        order by id limit ${perRun} for update skip locked
      ) returning id`,
    values: [credential ?? null],
  })
  const entries = expired.map(({ id }) => ({ id, event: 'expired', changes: statusChange('expired') }))
  await addEntries(em, system, proposals, entries)
  return expired.length
}

/** Returns the change of the status with which a proposal ends, for its history. */
export function statusChange(to: StoredProposal['status']): Changes {
  return { status: { from: 'pending', to } }
}
