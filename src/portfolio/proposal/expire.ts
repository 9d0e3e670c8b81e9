import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { statementOf } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import type { Changes } from '../../journal/history.ts'
import { addEntries } from '../../journal/save.ts'
import { systemProvenance } from '../../record/provenance.ts'
import { proposals, type StoredProposal } from './proposal.ts'

const perRun = 500

const system: Actor = { by: systemProvenance, credential: 'system', surface: 'cli', request_id: null }

/** Ends the proposals whose time has passed, of one credential or of all. Returns how many. */
export async function markExpired(em: EntityManager, credential?: string): Promise<number> {
  const overdue = db
    .selectFrom('proposals')
    .where('status', '=', 'pending')
    .where(sql<boolean>`expires_at <= now()`)
    .$if(credential !== undefined, (query) => query.where('credential', '=', credential ?? ''))
    .select('id')
    .orderBy('id')
    .limit(sql.lit<number>(perRun))
    .forUpdate()
    .skipLocked()
  const update = db
    .updateTable('proposals')
    .set({ status: 'expired', decided_at: sql.ref('expires_at'), updated_at: sql`now()` })
    .where('id', 'in', overdue)
    .returning('id')
  const expired = await readInTransaction(em)(statementOf(update))
  const entries = expired.map(({ id }) => ({ id, event: 'expired', changes: statusChange('expired') }))
  await addEntries(em, system, proposals, entries)
  return expired.length
}

/** Returns the change of the status with which a proposal ends, for its history. */
export function statusChange(to: StoredProposal['status']): Changes {
  return { status: { from: 'pending', to } }
}
