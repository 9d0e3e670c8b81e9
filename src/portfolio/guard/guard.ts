import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type Transaction, transactionOf } from '../../database/em-connection.ts'
import { readInTransaction } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
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
