import type { EntityManager } from '@mikro-orm/postgresql'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'

type Client = pg.PoolClient & Partial<Pick<pg.Client, 'pipeline'>>

const clients = new WeakMap<EntityManager, Client>()
const builders = new WeakMap<Client, Kysely<unknown>>()

/** Makes an entity manager run all its statements on one connection, which is already in a transaction. */
export function bindConnection(em: EntityManager, client: Client): EntityManager {
  const builder = builders.get(client) ?? createBuilder(client)
  builders.set(client, builder)
  clients.set(em, client)
  em.setTransactionContext(builder)
  return em
}

/** Returns the connection on which the transaction of an entity manager runs. */
export function connectionOf(em: EntityManager): Client {
  const client = clients.get(em)
  if (!client)
    throw new Error(
      'The entity manager has no transaction. Use the one that transact() passes to its callback.',
    )
  return client
}

function createBuilder(client: Client): Kysely<unknown> {
  const connection = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined }
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) })
}
