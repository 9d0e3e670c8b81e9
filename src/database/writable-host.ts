import pg from 'pg'

// Limits the connect and the query of each host. Both together must stay below the pool's connection timeout of 4 s.
const timeoutMs = 1500

// biome-ignore lint/suspicious/noExplicitAny: TypeScript requires these parameters of a class that is extended
type ClientClass = new (...args: any[]) => pg.Client

type Host = Pick<pg.Client, 'host' | 'port'>

/** Returns a URL for each host of a URL with several hosts, such as postgres://user@host1:5432,host2:5432/database. */
export function urlsOfHosts(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url]
}

/**
 * Returns a subclass that connects to whichever of the servers is the primary. pg itself knows only one host. The
 * servers are asked again once a connection has ended, since a primary that becomes a standby closes all of them.
 */
export function writableHost<C extends ClientClass>(Base: C, urls: string[]): C {
  let primary: Promise<Host> | undefined
  return class extends Base {
    // biome-ignore lint/suspicious/noExplicitAny: implements the overloads of pg
    override connect(...[callback]: any[]): any {
      const connected = this.#connectToPrimary()
      if (!callback) return connected
      connected.then(() => callback(null, this), callback)
    }

    async #connectToPrimary(): Promise<void> {
      primary ??= findPrimary(urls)
      const current = primary
      const forget = () => {
        if (primary === current) primary = undefined
      }
      this.once('end', forget)
      try {
        Object.assign(this, await current)
        await super.connect()
      } catch (error) {
        forget()
        throw error
      }
    }
  }
}

async function findPrimary(urls: string[]): Promise<Host> {
  try {
    return await Promise.any(urls.map(requirePrimary))
  } catch (error) {
    const reasons = (error as AggregateError).errors.map((reason: Error) => reason.message)
    throw new Error(`${noPrimary}: ${reasons.join('; ')}`)
  }
}

/** The start of the message of the error if no server is a primary. */
export const noPrimary = 'No host of DATABASE_URL is a primary'

async function requirePrimary(connectionString: string): Promise<Host> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  client.on('error', () => undefined)
  const { host, port } = client
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as is_standby')
    if (rows[0].is_standby) throw new Error('is a standby')
    return { host, port }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    throw new Error(`${host}:${port} ${message || code}`, { cause: error })
  } finally {
    void client.end()
  }
}
