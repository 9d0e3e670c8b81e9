import pg from 'pg'
import { type Address, driverOptions } from './address.ts'

// Limits the connect and the query of each host. Both together must stay below the pool's connection timeout of 4 s.
const timeoutMs = 1500

// biome-ignore lint/suspicious/noExplicitAny: TypeScript requires these parameters of a class that is extended
type ClientClass = new (...args: any[]) => pg.Client

type Host = Pick<pg.Client, 'host' | 'port'> & Pick<Address, 'ssl'>

/**
 * Returns a subclass that connects to the one of the servers that is the primary. pg itself knows only one host. The
 * servers are asked again once a connection has ended, since a primary that becomes a standby closes all of them.
 */
export function writableHost<C extends ClientClass>(Base: C, addresses: Address[]): C {
  let primary: Promise<Host> | undefined
  return class extends Base {
    // biome-ignore lint/suspicious/noExplicitAny: implements the overloads of pg
    override connect(...[callback]: any[]): any {
      const connected = this.#connectToPrimary()
      if (!callback) return connected
      connected.then(() => callback(null, this), callback)
    }

    async #connectToPrimary(): Promise<void> {
      primary ??= findPrimary(addresses)
      const current = primary
      const forget = () => {
        if (primary === current) primary = undefined
      }
      this.once('end', forget)
      try {
        const { host, port, ssl } = await current
        Object.assign(this, { host, port })
        // Each host has a certificate with its own name.
        if (ssl !== undefined) Object.assign(this.connection, { ssl })
        await super.connect()
      } catch (error) {
        forget()
        throw error
      }
    }
  }
}

async function findPrimary(addresses: Address[]): Promise<Host> {
  try {
    return await Promise.any(addresses.map(requirePrimary))
  } catch (error) {
    const reasons = (error as AggregateError).errors.map((reason: Error) => reason.message)
    throw new Error(`${noPrimary}: ${reasons.join('; ')}`)
  }
}

/** The start of the message of the error if no server is a primary. */
export const noPrimary = 'No host of DATABASE_URL is a primary'

async function requirePrimary(address: Address): Promise<Host> {
  const client = new pg.Client({
    ...driverOptions(address),
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  client.on('error', () => undefined)
  const { host, port } = client
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as is_standby')
    if (rows[0].is_standby) throw new Error('is a standby')
    return { host, port, ssl: address.ssl }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    throw new Error(`${address.server} ${message || code}`, { cause: error })
  } finally {
    void client.end()
  }
}
