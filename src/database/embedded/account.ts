import { chown, stat } from 'node:fs/promises'
import { type Account, runProgram } from './run.ts'

/**
 * Returns the account for a new cluster. If this process runs as root, that is `postgres`, which is created
 * if it does not exist.
 *
 * @throws Error if `postgres` does not exist and cannot be created
 */
export async function accountForNewCluster(): Promise<Account> {
  if (!isRoot()) return {}
  try {
    return await postgresAccount().catch(async () => {
      await runProgram('useradd', ['--system', '--user-group', 'postgres'], {}).catch(() => undefined)
      return postgresAccount()
    })
  } catch (cause) {
    const advice = 'Create it, or start as an ordinary user.'
    throw new Error(`PostgreSQL does not run as root, and the user "postgres" does not exist. ${advice}`, {
      cause,
    })
  }
}

/** Returns the account that owns an existing cluster; empty if this process does not run as root. */
export async function ownerOf(folder: string): Promise<Account> {
  if (!isRoot()) return {}
  const { uid, gid } = await stat(folder)
  return { uid, gid }
}

export async function changeOwner(path: string, { uid, gid }: Account): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

/** @throws Error that ends with `advice` if this process runs as root and `account` cannot enter `folder` */
export async function checkCanEnter(folder: string, account: Account, advice: string): Promise<void> {
  if (account.uid === undefined) return
  await runProgram('test', ['-x', folder], account).catch((cause) => {
    throw new Error(`PostgreSQL does not run as root, and its own user cannot enter ${folder}. ${advice}`, {
      cause,
    })
  })
}

async function postgresAccount(): Promise<Account> {
  const [uid, gid] = await Promise.all([
    runProgram('id', ['-u', 'postgres'], {}),
    runProgram('id', ['-g', 'postgres'], {}),
  ])
  return { uid: Number(uid), gid: Number(gid) }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}
