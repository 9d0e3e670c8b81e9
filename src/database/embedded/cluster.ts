import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileError } from '../file-error.ts'
import { createCluster, removeDrafts } from './creation.ts'
import { readText } from './file.ts'
import { type ClusterLocation, chooseLocation } from './location.ts'
import { type Programs, programsFor, programsVersion } from './programs.ts'
import { type Account, ignoreLibpqVariables } from './run.ts'

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
 * @throws Error in one line if it cannot be created, belongs to another user, or has another PostgreSQL major version
 */
export async function openCluster(dataDir: string, report: (line: string) => void): Promise<Cluster> {
  ignoreLibpqVariables()
  let location = await chooseLocation(dataDir)
  const programs = await programsFor(location.account)
  const folder = join(location.home, 'cluster')
  if (!existsSync(folder)) {
    report(`Creating the database in ${location.isSubstitute ? location.home : dataDir} …`)
    await createCluster(folder, programs, location)
    // Another process may have created it, as another account.
    location = await chooseLocation(dataDir)
  }
  requireVersion(folder, location)
  removeDrafts(location)
  return clusterIn(folder, programs, location)
}

/**
 * Returns the cluster in `folder`, which exists and is of the version of `programs`.
 *
 * @throws Error in one line if it belongs to another user
 */
function clusterIn(folder: string, programs: Programs, location: ClusterLocation): Cluster {
  return {
    data: join(folder, 'data'),
    log: join(folder, 'server.log'),
    portFile: join(folder, 'port'),
    password: readPassword(folder, location),
    programs,
    account: location.account,
    files: location.files,
  }
}

/** Returns the PostgreSQL major version of the cluster in `folder`, or undefined if there is no cluster. */
function clusterVersion(folder: string, { account }: ClusterLocation): string | undefined {
  const file = join(folder, 'data/PG_VERSION')
  return existsSync(file) ? readText(file, account).trim() : undefined
}

/** Returns the folder that contains the cluster. */
export function homeOf({ data }: Cluster): string {
  return dirname(dirname(data))
}

// PostgreSQL itself would only say that the versions are incompatible.
function requireVersion(folder: string, location: ClusterLocation): void {
  const [found, required] = [clusterVersion(folder, location), programsVersion()]
  if (!found || found === required) return
  const advice =
    Number(found) < Number(required)
      ? 'Make a backup with the version of portfolio-ops that created it, and restore it into a new DATA_DIR.'
      : 'Use a later version of portfolio-ops.'
  throw new Error(
    `The database in ${folder} uses PostgreSQL ${found}, but this version of portfolio-ops requires PostgreSQL ${required}. ${advice}`,
  )
}

function readPassword(folder: string, { files }: ClusterLocation): string {
  const path = join(folder, 'password')
  try {
    return readText(path, files)
  } catch (cause) {
    const isForeign = (cause as NodeJS.ErrnoException).code === 'EACCES'
    throw new Error(
      isForeign
        ? `The database in ${folder} belongs to another user. Start as that user, or set DATA_DIR.`
        : `${(fileError(path, 'read', cause) as Error).message} Restore the file from a copy, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
}
