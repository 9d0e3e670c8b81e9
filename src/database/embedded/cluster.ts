import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createCluster, removeDrafts } from './creation.ts'
import { readText } from './file.ts'
import { type ClusterLocation, choosePlace } from './place.ts'
import { type Programs, programsFor, programsVersion } from './programs.ts'
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
    report(`Creating the database in ${place.isSubstitute ? place.home : dataDir} …`)
    await createCluster(folder, programs, place)
    // Another process may have created it, as another account.
    place = await choosePlace(dataDir)
  }
  removeDrafts(place)
  requireVersion(folder, place)
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

/** Returns the folder that contains the cluster. */
export function homeOf({ data }: Cluster): string {
  return dirname(dirname(data))
}

// PostgreSQL itself would only say that the versions are incompatible.
function requireVersion(folder: string, { account }: ClusterLocation): void {
  const file = join(folder, 'data/PG_VERSION')
  const [found, required] = [existsSync(file) && readText(file, account).trim(), programsVersion()]
  if (!found || found === required) return
  throw new Error(
    `The database in ${folder} is of PostgreSQL ${found}, but this version of portfolio-ops has PostgreSQL ${required}. ` +
      'Run "backup FILE" with the earlier version of portfolio-ops, move this folder away, and run "restore FILE" with this version.',
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
