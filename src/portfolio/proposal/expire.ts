import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { systemActor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { statementOf } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import type { Changes } from '../../journal/history.ts'
import { addEntries } from '../../journal/save.ts'
import { undecidedStatuses } from '../vocabulary.ts'
import { proposals, type StoredProposal } from './proposal.ts'

type Status = StoredProposal['status']

// The job that ends proposals runs once a minute. From its time on a proposal is expired all the same.

const isUndecided = sql<boolean>`record.status in (${sql.join(undecidedStatuses.map((status) => sql.lit(status)))})`

/** Whether a proposal waits for a person, or for changes by its proposer, as SQL. */
export const isOpen = sql<boolean>`(${isUndecided} and record.expires_at > now())`

/** The status of a proposal, as SQL. */
export const currentStatus = sql<Status>`case when ${isUndecided} and record.expires_at <= now()
  then 'expired' else record.status end`

/** Returns the status of a stored proposal. */
export function statusOf({ status, expires_at }: StoredProposal): Status {
  return undecidedStatuses.includes(status) && Date.parse(expires_at) <= Date.now() ? 'expired' : status
}

const perRun = 500

/** Ends the proposals whose time has passed, of one credential or of all. Returns how many. */
export async function markExpired(em: EntityManager, credential?: string): Promise<number> {
  const overdue = db
    .selectFrom('proposals as record')
    .where(isUndecided)
    .where(sql<boolean>`expires_at <= now()`)
    .$if(credential !== undefined, (query) => query.where('credential', '=', credential ?? ''))
    .select(['id', 'status'])
    .orderBy('id')
    .limit(sql.lit<number>(perRun))
    .forUpdate()
    .skipLocked()
  const update = db
    .updateTable('proposals')
    .from(overdue.as('overdue'))
    .whereRef('proposals.id', '=', 'overdue.id')
    .set({ status: 'expired', decided_at: sql.ref('expires_at'), updated_at: sql`now()` })
    .returning(['proposals.id', 'overdue.status'])
  const expired = await readInTransaction(em)(statementOf(update))
  const entries = expired.map(({ id, status }) => ({
    id,
    event: 'expired',
    changes: statusChange(status, 'expired'),
  }))
  await addEntries(em, systemActor, proposals, entries)
  return expired.length
}

/** Returns a change of the status of a proposal, for its history. */
export function statusChange(from: Status, to: Status): Changes {
  return { status: { from, to } }
}
