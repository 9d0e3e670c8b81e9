import { constants, existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileError } from '../file-error.ts'
import { canEnter, isRoot } from './account.ts'
import { createCluster } from './creation.ts'
import { chooseHome } from './home.ts'
import { programsFor } from './programs.ts'
import { type Account, ignoreLibpqVariables } from './run.ts'

/** A cluster: a data directory with the password beside it, and the means to run a server on it. */
export type Cluster = {
  /** The folder that contains the folder `cluster`. */
  home: string
  data: string
  /** The password of the superuser. */
  password: string
  /** The folder of the PostgreSQL programs. */
  programs: string
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
 * @throws Error in one line if it cannot be created or belongs to another user
 */
export async function openCluster(dataDir: string, report: (line: string) => void): Promise<Cluster> {
  ignoreLibpqVariables()
  const home = await chooseHome(dataDir)
  const folder = join(home, 'cluster')
  if (!existsSync(folder)) {
    report(`Creating the database in ${home} …`)
    await createCluster(folder)
  }
  const account = await accountOf(folder)
  const password = readPassword(join(folder, 'password'))
  return { home, data: join(folder, 'data'), password, programs: await programsFor(account), account }
}

async function accountOf(folder: string): Promise<Account> {
  if (!isRoot()) return {}
  const { uid, gid } = lstatSync(join(folder, 'data'))
  if (await canEnter({ uid, gid }, folder)) return { uid, gid }
  throw new Error(
    `PostgreSQL does not run as root, and its account cannot enter ${folder}. Move it below /var/lib, and set DATA_DIR.`,
  )
}

// The file belongs to root if root has created the cluster, otherwise to the account, which could replace it by a link.
function readPassword(path: string): string {
  try {
    return readFileSync(path, { encoding: 'utf8', flag: constants.O_RDONLY | constants.O_NOFOLLOW })
  } catch (cause) {
    throw fileError(path, 'read', cause)
  }
}
