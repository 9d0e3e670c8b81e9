import type { EntityManager } from '@mikro-orm/postgresql'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'

type Client = pg.PoolClient & Partial<Pick<pg.Client, 'pipeline'>>

/** A transaction, the same object for every entity manager in it. */
export type Transaction = { client: Client }

const transactions = new WeakMap<EntityManager, Transaction>()
const builders = new WeakMap<Client, Kysely<unknown>>()

/** Makes an entity manager run all its statements on one connection, which is already in a transaction. */
export function bindConnection(em: EntityManager, client: Client): EntityManager {
  return bind(em, { client })
}

/** Returns an entity manager in the same transaction that has loaded nothing yet. */
export function forkInTransaction(em: EntityManager): EntityManager {
  return bind(em.fork(), transactionOf(em))
}

function bind(em: EntityManager, transaction: Transaction): EntityManager {
  const { client } = transaction
  const builder = builders.get(client) ?? createBuilder(client)
  builders.set(client, builder)
  transactions.set(em, transaction)
  em.setTransactionContext(builder)
  return em
}

/** Returns the connection on which the transaction of an entity manager runs. */
export function connectionOf(em: EntityManager): Client {
  return transactionOf(em).client
}

/** Returns the transaction of an entity manager. */
export function transactionOf(em: EntityManager): Transaction {
  const transaction = transactions.get(em)
  if (!transaction)
    throw new Error(
      'The entity manager has no transaction. Use the one that transact() passes to its callback.',
    )
  return transaction
}

function createBuilder(client: Client): Kysely<unknown> {
  const connection = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined }
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) })
}
