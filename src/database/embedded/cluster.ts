import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createCluster, removeDrafts } from './creation.ts'
import { readText } from './file.ts'
import { type ClusterLocation, choosePlace } from './place.ts'
import { type Programs, programsFor, programsVersion } from './programs.ts'
import { completeReplacement } from './replacement.ts'
import type { Account } from './run.ts'

/** A cluster: a data directory with the files beside it, and the means to run a server on it. */
export type Cluster = {
  data: string
  log: string
  portFile: string
  /** The password of the superuser. */
  password: string
  programs: Programs
  account: Account
  /** The account with whose rights `log` and `portFile` are opened. Empty: that of this process. */
  files: Account
}

/**
 * Returns the cluster in `dataDir`, or in its substitute if PostgreSQL cannot enter `dataDir`. Creates it if it does
 * not exist.
 *
 * @throws Error in one line if it cannot be created, belongs to another user, or is of another major version of PostgreSQL
 */
export async function openCluster(dataDir: string, report: (line: string) => void): Promise<Cluster> {
  let place = await choosePlace(dataDir)
  const programs = await programsFor(place.account)
  const folder = join(place.home, 'cluster')
  if (!existsSync(folder)) {
    if (!completeReplacement(place)) {
      report(`Creating the database in ${place.isSubstitute ? place.home : dataDir} …`)
      await createCluster(folder, programs, place)
    }
    // Another process may have created it, as another account.
    place = await choosePlace(dataDir)
  }
  requireVersion(folder, place)
  removeDrafts(place)
  return clusterIn(folder, programs, place)
}

/**
 * Returns the cluster in `folder`, which exists and is of the version of `programs`.
 *
 * @throws Error in one line if it belongs to another user
 */
export function clusterIn(folder: string, programs: Programs, place: ClusterLocation): Cluster {
  return {
    data: join(folder, 'data'),
    log: join(folder, 'server.log'),
    portFile: join(folder, 'port'),
    password: readPassword(folder, place),
    programs,
    account: place.account,
    files: place.files,
  }
}

/** Returns the major version of PostgreSQL that the cluster in `folder` is of. Undefined if it is none. */
export function clusterVersion(folder: string, { account }: ClusterLocation): string | undefined {
  const file = join(folder, 'data/PG_VERSION')
  return existsSync(file) ? readText(file, account).trim() : undefined
}

/** Returns the folder that contains the cluster. */
export function homeOf({ data }: Cluster): string {
  return dirname(dirname(data))
}

// PostgreSQL itself would only say that the versions are incompatible.
function requireVersion(folder: string, place: ClusterLocation): void {
  const [found, required] = [clusterVersion(folder, place), programsVersion()]
  if (!found || found === required) return
  const advice =
    Number(found) < Number(required) ? 'Run "portfolio-ops upgrade-database".' : 'Use a later version of it.'
  throw new Error(
    `The database in ${folder} is of PostgreSQL ${found}, but this version of portfolio-ops has PostgreSQL ${required}. ${advice}`,
  )
}

function readPassword(folder: string, { files }: ClusterLocation): string {
  try {
    return readText(join(folder, 'password'), files)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== 'EACCES')
      throw new Error(
        `The password of the database in ${folder} cannot be read: ${(cause as Error).message}`,
        {
          cause,
        },
      )
    const advice = 'Start as that user, or set DATA_DIR.'
    throw new Error(`The database in ${folder} belongs to another user. ${advice}`, { cause })
  }
}
