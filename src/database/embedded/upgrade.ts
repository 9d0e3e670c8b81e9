import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, clusterIn, clusterVersion } from './cluster.ts'
import { createCluster, removeFolder } from './creation.ts'
import { earlierPrograms, namedPrograms } from './earlier-programs.ts'
import { findServer } from './find-server.ts'
import { chooseLocation } from './location.ts'
import { programsFor, programsVersion } from './programs.ts'
import { replaceCluster, replacementFolders } from './replacement.ts'
import { ignoreLibpqVariables } from './run.ts'
import { stopServer } from './server.ts'

/** An upgrade of a cluster to the PostgreSQL major version of this release. */
export type Upgrade = {
  from: string
  to: string
  /** The folder of the cluster. */
  folder: string
  /** The folder that the earlier cluster gets when it is replaced. */
  kept: string
  earlier: Cluster
  replacement: Cluster
  /** A path for a backup, in the folder of the replacement. It must be removed before `finish`. */
  backup: string
  /** Replaces the earlier cluster. No server may run on either of them. */
  finish: () => void
  /** Removes the replacement. */
  discard: () => void
}

/**
 * Creates an empty cluster beside the one in `dataDir`, if that is of an earlier major version. What an interrupted
 * upgrade left behind is removed first. Returns the version of the cluster if that is the current one.
 *
 * @param programs the folder of the earlier programs; if undefined, they are installed by npm
 * @throws Error in one line that says what to do if there is no such cluster, or the programs do not run
 */
export async function beginUpgrade(
  dataDir: string,
  programs: string | undefined,
  report: (line: string) => void,
): Promise<Upgrade | { folder: string; current: string }> {
  ignoreLibpqVariables()
  const location = await chooseLocation(dataDir)
  const folder = join(location.home, 'cluster')
  const [from, to] = [clusterVersion(folder, location), programsVersion()]
  if (!from) throw new Error(`There is no embedded database in ${location.home}. Set DATA_DIR to its folder.`)
  if (from === to) return { folder, current: to }
  if (Number(from) > Number(to))
    throw new Error(
      `The database in ${folder} uses PostgreSQL ${from}. Use a later version of portfolio-ops.`,
    )
  const kept = `${folder}-postgresql-${from}`
  if (existsSync(kept)) throw new Error(`${kept} exists. Move it to another folder, or remove it.`)

  const current = await programsFor(location.account)
  const earlier = await (programs ? namedPrograms(programs, from) : earlierPrograms(from, report))
  const { draft, complete } = replacementFolders(location.home)
  const discard = () => removeFolder(draft, location)
  if (existsSync(join(draft, 'password'))) await stopAbandonedServer(clusterIn(draft, current, location))
  for (const left of [draft, complete]) {
    removeFolder(left, location)
    if (existsSync(left)) throw new Error(`${left} cannot be removed. Remove it, then retry.`)
  }
  await createCluster(draft, current, location)
  return {
    from,
    to,
    folder,
    kept,
    earlier: clusterIn(folder, earlier, location),
    replacement: clusterIn(draft, current, location),
    backup: join(draft, 'portfolio.backup'),
    finish: () => replaceCluster(location, kept),
    discard,
  }
}

// The server of an upgrade that was killed.
async function stopAbandonedServer(cluster: Cluster): Promise<void> {
  const server = await findServer(cluster)
  if (!server) return
  await stopServer(cluster)
  await server.end()
}
