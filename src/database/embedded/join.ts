import type { Client } from 'pg'
import { openCluster } from './cluster.ts'
import { roleName, rolePassword } from './role.ts'
import { acquireShare, releaseShare } from './share.ts'

/** This process's use of the embedded server. */
export type Embedded = {
  /** Logs in as the role of the service, which owns its database and nothing else. */
  url: string
  /** Logs in as the superuser. */
  superuserUrl: string
  /** The folder that contains the cluster: DATA_DIR, or its substitute if PostgreSQL cannot enter that. */
  folder: string
  /** Releases this process's share. The last process to leave stops the server. May be called twice. */
  leave: () => Promise<void>
}

/**
 * Starts the embedded PostgreSQL in `dataDir`, or joins the server that runs there. If the server dies, it is
 * restarted, and `url` stays valid. `report` receives a line about each step that takes time.
 *
 * @throws Error in one line that says what to do if PostgreSQL cannot run on this machine, cannot use `dataDir`, or
 * does not start. Attempts are repeated for 15 seconds; each may take up to a minute.
 */
export async function joinEmbedded(dataDir: string, report: (line: string) => void): Promise<Embedded> {
  const cluster = await openCluster(dataDir, report)
  const firstShare = await acquireShare(cluster)
  const { port } = firstShare
  let share: Promise<Client | undefined> = Promise.resolve(watch(firstShare))
  let leaving: Promise<void> | undefined

  function watch(connection: Client): Client {
    connection.once('end', () => {
      if (!leaving) share = rejoin()
    })
    return connection
  }

  async function rejoin(): Promise<Client | undefined> {
    report('The embedded database has stopped. Restarting it …')
    while (!leaving) {
      try {
        const connection = watch(await acquireShare(cluster, port))
        report('The embedded database is running again.')
        return connection
      } catch (error) {
        report(error instanceof Error ? error.message : String(error))
      }
    }
  }

  const address = `127.0.0.1:${port}/${roleName}`
  return {
    url: `postgres://${roleName}:${rolePassword(cluster)}@${address}`,
    superuserUrl: `postgres://postgres:${cluster.password}@${address}`,
    folder: cluster.home,
    leave: () => {
      leaving ??= share.then((connection) => connection && releaseShare(cluster, connection))
      return leaving
    },
  }
}
