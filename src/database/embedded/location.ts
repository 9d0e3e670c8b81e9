import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileErrorReason } from '../file-error.ts'
import { accountOf, asAccount, canEnter, isRoot, unprivilegedAccount } from './account.ts'
import { statOf } from './file.ts'
import type { Account } from './run.ts'
import { createSystemFolder, systemFolderPath } from './system-folder.ts'

/** Where a cluster is, and with which rights. */
export type ClusterLocation = {
  /** The folder that contains the folder `cluster`: DATA_DIR, unless PostgreSQL cannot enter that. */
  home: string
  /** The account that PostgreSQL runs as. It owns `cluster/data`. */
  account: Account
  /** The account with whose rights this process uses the files beside `cluster/data`. Empty: its own. */
  files: Account
  /** Whether `home` is used instead of DATA_DIR. */
  isSubstitute: boolean
}

const advice = 'Set DATA_DIR to a writable folder, or DATABASE_URL to a server.'

/**
 * Decides where the cluster of `dataDir` is or will be, and creates that folder. If this process runs as root,
 * PostgreSQL runs as the owner of the folder, or as a system account if that is root. The files beside the data
 * then belong to root, so that the system account cannot replace them.
 *
 * @throws Error in one line if the folder cannot be created or used
 */
export async function chooseLocation(dataDir: string): Promise<ClusterLocation> {
  const path = resolve(dataDir)
  if (!isRoot()) return { home: createHome(path, {}), account: {}, files: {}, isSubstitute: false }
  if (nearestFolder(path) === path && statOf(join(path, 'cluster')))
    return { ...existingLocation(realpathSync(path)), isSubstitute: false }
  const substitute = substituteFor(path)
  if (statOf(join(substitute, 'cluster'))) return { ...existingLocation(substitute), isSubstitute: true }

  const nearest = nearestFolder(path)
  const owner = await accountOf(statSync(nearest).uid)
  if (owner && canEnter(owner, nearest))
    return { home: createHome(path, owner), account: owner, files: owner, isSubstitute: false }
  const account = await unprivilegedAccount()
  for (const folder of [nearest, realpathSync(nearest)]) checkControl(account, folder)
  const home = createHome(path, {})
  if (letEnter(account, home)) return { home, account, files: {}, isSubstitute: false }
  createSystemFolder()
  const other = createHome(substitute, {})
  if (letEnter(account, other)) return { home: other, account, files: {}, isSubstitute: true }
  throw new Error(`PostgreSQL does not run as root, and its own account cannot enter ${other}. ${advice}`)
}

// The path identifies the folder, so that each checkout has a cluster of its own.
function substituteFor(path: string): string {
  const existing = nearestFolder(path)
  const real = join(realpathSync(existing), path.slice(existing.length))
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 12)
  return join(systemFolderPath, `data-${hash}`)
}

// The owner of the folder `cluster` is the one who created it: root, or the account itself.
function existingLocation(home: string): Omit<ClusterLocation, 'isSubstitute'> {
  const folder = join(home, 'cluster')
  const stats = statOf(folder)
  if (!stats?.isDirectory()) throw new Error(`${folder} is not a folder. Remove it, or set DATA_DIR.`)
  const owner = stats.uid === 0 ? statOf(join(folder, 'data')) : stats
  if (!owner?.uid) throw new Error(`${folder} contains no database that PostgreSQL can use. Set DATA_DIR.`)
  const account = { uid: owner.uid, gid: owner.gid }
  if (stats.uid === 0) checkControl(account, home)
  if (!canEnter(account, folder))
    throw new Error(
      `PostgreSQL does not run as root, and its own account cannot enter ${folder}. Move it to a folder ` +
        'that the account can enter, such as /var/lib/portfolio-ops, and set DATA_DIR.',
    )
  return { home, account, files: stats.uid === 0 ? {} : account }
}

// Throws an Error if `account` could replace `folder` or a folder above it, and so redirect what root writes.
function checkControl({ uid, gid }: Account, folder: string): void {
  for (let path = folder; ; path = dirname(path)) {
    const { mode, ...stats } = statSync(path)
    const isWritable = (mode & 0o002) !== 0 || (stats.gid === gid && (mode & 0o020) !== 0)
    const isSticky = (mode & 0o1000) !== 0
    if (stats.uid === uid || (isWritable && !isSticky))
      throw new Error(
        `The account that PostgreSQL runs as can change ${path}, so root does not use ${folder}. ` +
          'Set DATA_DIR to a folder that belongs to root, with all folders above it.',
      )
    if (path === dirname(path)) return
  }
}

// Only an empty folder is opened to the account, and only to enter it.
function letEnter(account: Account, home: string): boolean {
  if (canEnter(account, home)) return true
  if (!canEnter(account, dirname(home)) || statSync(home).uid !== 0) return false
  // If another process has just opened it and begun to fill it, the account can enter by now.
  if (readdirSync(home).length > 0) return canEnter(account, home)
  chownSync(home, 0, Number(account.gid))
  chmodSync(home, 0o710)
  return canEnter(account, home)
}

function nearestFolder(path: string): string {
  const isFolder = existsSync(path) && statSync(path).isDirectory()
  return isFolder ? path : nearestFolder(dirname(path))
}

function createHome(path: string, account: Account): string {
  try {
    asAccount(account, () => makeFolder(path))
    return realpathSync(path)
  } catch (cause) {
    const reason = fileErrorReason(cause as Error)
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
