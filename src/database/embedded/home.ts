import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileErrorReason } from '../file-error.ts'
import { type Account, canEnter, isRoot, unprivilegedAccount } from './run.ts'

/** The folder for what a root process must keep where the account of PostgreSQL can enter. */
const systemFolder = '/var/lib/portfolio-ops'

/**
 * Returns the folder that contains the cluster of `dataDir`, and creates it: `dataDir` itself, or if this process runs
 * as root and the account of PostgreSQL cannot enter that, a folder in `systemFolder`.
 *
 * @throws Error in one line if the folder cannot be created
 */
export async function chooseHome(dataDir: string): Promise<string> {
  const home = createFolder(resolve(dataDir))
  if (!isRoot() || existsSync(join(home, 'cluster'))) return home
  // The path identifies the folder, so that each checkout has a cluster of its own.
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const substitute = join(systemFolder, `data-${hash}`)
  if (existsSync(join(substitute, 'cluster'))) return substitute
  const account = await unprivilegedAccount()
  if (await letEnter(account, home)) return home
  createSystemFolder()
  await letEnter(account, createFolder(substitute))
  return substitute
}

/**
 * Creates the system folder and returns its path.
 *
 * @throws Error in one line if it cannot be created or belongs to another user, who could replace what is in it
 */
export function createSystemFolder(): string {
  createFolder(systemFolder)
  if (statSync(systemFolder).uid !== 0)
    throw new Error(`${systemFolder} does not belong to root. Change its owner.`)
  // The umask may have closed it.
  chmodSync(systemFolder, 0o755)
  return systemFolder
}

// Returns the real path of the folder.
function createFolder(path: string): string {
  try {
    makeFolder(path)
    return realpathSync(path)
  } catch (cause) {
    const reason = fileErrorReason(cause as Error)
    const advice = 'Set DATA_DIR to a writable folder, or DATABASE_URL to a server.'
    throw new Error(`The folder ${path} cannot be created: ${reason}. ${advice}`, { cause })
  }
}

// The `recursive` option of Node never returns where folders cannot be created, as under /proc.
function makeFolder(path: string): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // The folder may exist already, or another process may have just created it.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

// Only an empty folder of root is opened to others, and only to enter it.
async function letEnter(account: Account, home: string): Promise<boolean> {
  if (await canEnter(account, home)) return true
  if (statSync(home).uid === 0 && readdirSync(home).length === 0) chmodSync(home, 0o711)
  return canEnter(account, home)
}
