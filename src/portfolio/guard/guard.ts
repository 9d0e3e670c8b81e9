import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type Transaction, transactionOf } from '../../database/em-connection.ts'
import { type Read, readInTransaction } from '../../database/read.ts'
import { statement, statementOf } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import type { StoredCanonRule } from '../canon-rule/canon-rule.ts'
import { isTrusted } from '../trust.ts'

/** The guard of a canon rule: which records it covers, and what it does to a write that meets its condition. */
export type Guard = Pick<
  StoredCanonRule,
  'id' | 'title' | 'product_id' | 'direction_id' | 'guard_message'
> & {
  guard_when: string
  guard_effect: NonNullable<StoredCanonRule['guard_effect']>
}

const selectGuards = statement('guards.active', {}, () =>
  db
    .selectFrom('canon_rules')
    .where(sql<boolean>`(guard_when is not null and ${isTrusted})`)
    .select(['id', 'title', 'product_id', 'direction_id', 'guard_message'])
    .select((eb) => [
      eb.ref('guard_when').$notNull().as('guard_when'),
      eb.ref('guard_effect').$notNull().as('guard_effect'),
    ])
    .orderBy('id'),
)

const inForce = new WeakMap<Transaction, Promise<Guard[]>>()

/** Returns the guards of the active and approved rules, as they are when the transaction first asks for them. */
export function guardsInForce(em: EntityManager): Promise<Guard[]> {
  const transaction = transactionOf(em)
  const known = inForce.get(transaction)
  if (known) return known
  const guards = readInTransaction(em)<Guard>(selectGuards({}))
  inForce.set(transaction, guards)
  return guards
}

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

/** Guards to start from. */
export const guardExamples: Pick<Guard, 'guard_when' | 'guard_effect'>[] = [
  {
    guard_effect: 'refuse',
    guard_when:
      "write.kind == 'product' && after.product_focus == 'scale' && (product.portfolio_status in ['frozen','sunset'] || direction.status != 'active')",
  },
  {
    guard_effect: 'propose',
    guard_when:
      "write.kind == 'product' && write.action == 'create' && write.actor == 'agent' && after.portfolio_status != 'candidate'",
  },
  {
    guard_effect: 'refuse',
    guard_when:
      "write.kind == 'economics' && after.economics_status == 'confirmed' && after.store_confirmation_summary == null",
  },
]
