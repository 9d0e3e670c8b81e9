import type { Client } from 'pg'
import { openCluster } from './embedded/cluster.ts'
import { databaseName, releaseShare, acquireShare } from './embedded/share.ts'

export type Embedded = {
  url: string
  /** Gives up our share. The last process to leave stops the server; calling it again changes nothing. */
  leave: () => Promise<void>
}

/**
 * Starts the embedded PostgreSQL in `dataDir`, or joins the one that runs there, and brings it back whenever
 * it dies before we leave; `url` stays valid throughout. `report` gets a line for whatever takes a while.
 *
 * @throws Error in one line that says what to do, if PostgreSQL cannot run on this machine, if `dataDir` is
 * out of its reach, or if it still refuses to start after 15 seconds
 */
export async function joinEmbedded(dataDir: string, report: (line: string) => void): Promise<Embedded> {
  const cluster = await openCluster(dataDir, report)
  const first = await acquireShare(cluster)
  const { port } = first
  let share: Promise<Client | undefined> = Promise.resolve(watched(first))
  let left: Promise<void> | undefined

  function watched(guard: Client): Client {
    guard.once('end', () => {
      if (!left) share = bringBack()
    })
    return guard
  }

  async function bringBack(): Promise<Client | undefined> {
    report('The embedded database is gone: bringing it back …')
    while (!left) {
      try {
        const guard = watched(await acquireShare(cluster, port))
        report('The embedded database is back.')
        return guard
      } catch (error) {
        report(error instanceof Error ? error.message : String(error))
      }
    }
  }

  async function giveUp(): Promise<void> {
    const guard = await share
    if (guard) await releaseShare(cluster, guard)
  }

  return {
    url: `postgres://postgres:${cluster.password}@127.0.0.1:${port}/${databaseName}`,
    leave: () => {
      left ??= giveUp()
      return left
    },
  }
}
