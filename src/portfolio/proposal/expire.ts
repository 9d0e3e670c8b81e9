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

// The job that ends proposals runs once a minute. From its time on a proposal is expired all the same.

/** Whether a proposal waits for a person, as SQL. */
export const isPending = sql<boolean>`(record.status = 'pending' and record.expires_at > now())`

/** The status of a proposal, as SQL. */
export const currentStatus = sql<
  StoredProposal['status']
>`case when record.status = 'pending' and record.expires_at <= now()
  then 'expired' else record.status end`

/** Returns whether the time of a proposal has passed before anyone decided. */
export function hasExpired({ status, expires_at }: StoredProposal): boolean {
  return status === 'pending' && Date.parse(expires_at) <= Date.now()
}

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
