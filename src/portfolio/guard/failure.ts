import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type Read, readInTransaction } from '../../database/read.ts'
import { statement, statementOf } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import type { StoredCanonRule } from '../canon-rule/canon-rule.ts'
import { isTrusted } from '../trust.ts'

/** Condition on the table `canon_rules`: the guard of the rule is in force and fails. */
export const failingGuard = sql<boolean>`(guard_failed_at is not null and ${isTrusted})`

/** A guard in force that fails while it runs, since a time, and why. */
export type FailingGuard = Pick<StoredCanonRule, 'id' | 'title'> & { failed_at: string; failure: string }

const selectFailing = statement('guards.failing', {}, () =>
  db
    .selectFrom('canon_rules')
    .where(failingGuard)
    .select(['id', 'title'])
    .select((eb) => [
      eb.ref('guard_failed_at').$notNull().as('failed_at'),
      eb.ref('guard_failure').$notNull().as('failure'),
    ])
    .orderBy('id'),
)

/** Returns the guards in force that fail while they run. */
export function listFailingGuards(read: Read): Promise<FailingGuard[]> {
  return read(selectFailing({}))
}

/** Records that the guard of a rule fails while it runs, since now, unless that is known. */
export async function recordGuardFailure(em: EntityManager, id: number, failure: string): Promise<void> {
  // A rule that another transaction writes is recorded with the next write that its guard fails on.
  const unknown = db
    .selectFrom('canon_rules')
    .where('id', '=', id)
    .where('guard_failed_at', 'is', null)
    .select('id')
    .forUpdate()
    .skipLocked()
  const update = db
    .updateTable('canon_rules')
    .set({ guard_failed_at: sql`now()`, guard_failure: failure })
    .where('id', '=', unknown)
  await readInTransaction(em)(statementOf(update))
}
