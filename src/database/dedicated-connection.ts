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
  const client = createClient(orm)
  // A connection that breaks fails the statement that runs. Without a listener it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`begin ${mode}; ${withoutLimits}`)
    const result = await callback(client)
    await client.query('commit')
    return result
  } finally {
    // Rolls the transaction back if it was not committed.
    await client.end()
  }
}

function createClient(orm: MikroORM): pg.Client {
  const { Client = LimitedClient, ...options } = orm.config.get('driverOptions') as pg.ClientConfig & {
    Client?: typeof pg.Client
  }
  return new Client({
    ...options,
    pipeline: false,
    query_timeout: 0,
    // A transaction pooler rejects this parameter, so it is not among the options then.
    ...(options.statement_timeout && { statement_timeout: 0 }),
  } as pg.ClientConfig)
}
