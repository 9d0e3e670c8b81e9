import type { MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { LimitedClient } from './limited-client.ts'

// Behind a transaction pooler the session may have limits of its role.
const withoutLimits = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/**
 * Runs the callback in one transaction on a connection of its own without time limits, and commits it, or rolls it back
 * if the callback throws. `mode` is that of BEGIN. For transactions that read or write entire tables.
 */
export async function transactWithoutLimits<T>(
  orm: MikroORM,
  mode: string,
  callback: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withConnection(orm, {}, async (client) => {
    await client.query(`begin ${mode}; ${withoutLimits}`)
    const result = await callback(client)
    await client.query('commit')
    return result
  })
}

/**
 * Runs the callback on a connection of its own without time limits, and closes it, which rolls back an open transaction.
 * A wait for a lock longer than `lockTimeoutMs` fails, except behind a transaction pooler.
 */
export async function withConnection<T>(
  orm: MikroORM,
  { lockTimeoutMs }: { lockTimeoutMs?: number },
  callback: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClient(orm, lockTimeoutMs)
  // A connection that breaks fails the statement that runs. Without a listener it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await callback(client)
  } finally {
    await client.end()
  }
}

function createClient(orm: MikroORM, lock_timeout?: number): pg.Client {
  const { Client = LimitedClient, ...options } = orm.config.get('driverOptions') as pg.ClientConfig & {
    Client?: typeof pg.Client
  }
  return new Client({
    ...options,
    pipeline: false,
    query_timeout: 0,
    // A transaction pooler rejects these parameters, so they are not among the options then.
    ...(options.statement_timeout && { statement_timeout: 0, ...(lock_timeout && { lock_timeout }) }),
  } as pg.ClientConfig)
}
