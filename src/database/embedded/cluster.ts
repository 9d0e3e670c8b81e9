import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { fileError } from '../file-error.ts'
import { canEnter, isRoot } from './account.ts'
import { createCluster } from './creation.ts'
import { chooseHome } from './home.ts'
import { type Programs, programsFor, programsVersion } from './programs.ts'
import { type Account, ignoreLibpqVariables, readAs } from './run.ts'

/** A cluster: a data directory with the password beside it, and the means to run a server on it. */
export type Cluster = {
  /** The folder that contains the folder `cluster`. */
  home: string
  data: string
  /** The password of the superuser. */
  password: string
  programs: Programs
  /** The owner of `data`. */
  account: Account
}

/**
 * Returns the cluster in `dataDir`, or in its substitute if PostgreSQL cannot enter `dataDir`. Creates it if it does
 * not exist.
 *
 * A root process never opens what is below `data`, because the account could replace files there by links to files of
 * root. It starts programs as that account for this.
 *
 * @throws Error in one line if it cannot be created, belongs to another user, or has another PostgreSQL major version
 */
export async function openCluster(dataDir: string, report: (line: string) => void): Promise<Cluster> {
  ignoreLibpqVariables()
  const home = await chooseHome(dataDir)
  const folder = join(home, 'cluster')
  const data = join(folder, 'data')
  if (!existsSync(folder)) {
    report(`Creating the database in ${home} …`)
    await createCluster(folder)
  }
  const account = await accountOf(folder)
  const password = await readPassword(folder, account)
  requireVersion(folder, await readAs(account, join(data, 'PG_VERSION')))
  return { home, data, password, programs: await programsFor(account), account }
}

async function accountOf(folder: string): Promise<Account> {
  if (!isRoot()) return {}
  const { uid, gid } = lstatSync(join(folder, 'data'), { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 }
  if (uid === 0) throw new Error(`${folder} contains no database that PostgreSQL can use. Set DATA_DIR.`)
  if (await canEnter({ uid, gid }, folder)) return { uid, gid }
  throw new Error(
    `PostgreSQL does not run as root, and its own account cannot enter ${folder}. Move it to a folder ` +
      'that the account can enter, such as /var/lib/portfolio-ops, and set DATA_DIR.',
  )
}

async function readPassword(folder: string, account: Account): Promise<string> {
  const path = join(folder, 'password')
  try {
    // If root has created the cluster, the file belongs to root, otherwise to the account.
    return await readAs(lstatSync(folder).uid === 0 ? {} : account, path)
  } catch (cause) {
    throw fileError(path, 'read', cause)
  }
}

// PostgreSQL itself would only say that the versions are incompatible.
function requireVersion(folder: string, version: string): void {
  const [found, required] = [version.trim(), programsVersion()]
  if (found === required) return
  const advice =
    Number(found) < Number(required)
      ? 'Make a backup with the version of portfolio-ops that created it, and restore it into a new DATA_DIR.'
      : 'Use a later version of portfolio-ops.'
  throw new Error(
    `The database in ${folder} uses PostgreSQL ${found}, but this version of portfolio-ops requires PostgreSQL ${required}. ${advice}`,
  )
}
