import type { EntityManager } from '@mikro-orm/postgresql'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'

type Client = pg.PoolClient

const clients = new WeakMap<EntityManager, Client>()
const builders = new WeakMap<Client, Kysely<unknown>>()

/** Makes an entity manager do all it does on this one connection, which is in a transaction already. */
export function bindConnection(em: EntityManager, client: Client): EntityManager {
  const builder = builders.get(client) ?? builderOn(client)
  builders.set(client, builder)
  clients.set(em, client)
  em.setTransactionContext(builder)
  return em
}

/** The connection that an entity manager is in a transaction on. */
export function connectionOf(em: EntityManager): Client {
  const client = clients.get(em)
  if (!client) throw new Error('This belongs into a unit of work.')
  return client
}

function builderOn(client: Client): Kysely<unknown> {
  const borrowed = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => borrowed, end: async () => undefined }
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) })
}
