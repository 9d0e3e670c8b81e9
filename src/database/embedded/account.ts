import { chown, stat } from 'node:fs/promises'
import { type Account, runProgram } from './run.ts'

/**
 * The account for a new cluster: as root `postgres`, which is created where it is missing.
 *
 * @throws Error if it is missing and cannot be created
 */
export async function accountForNewCluster(): Promise<Account> {
  if (!isRoot()) return {}
  try {
    return await lookUp().catch(async () => {
      await runProgram('useradd', ['--system', '--user-group', 'postgres'], {}).catch(() => undefined)
      return lookUp()
    })
  } catch (cause) {
    const mend = 'create it, or start as an ordinary user.'
    throw new Error(`PostgreSQL does not run as root, and there is no user postgres: ${mend}`, { cause })
  }
}

/** The account that an existing cluster belongs to. */
export async function ownerOf(folder: string): Promise<Account> {
  if (!isRoot()) return {}
  const { uid, gid } = await stat(folder)
  return { uid, gid }
}

export async function changeOwner(path: string, { uid, gid }: Account): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

/** @throws Error with `mend`, if the account that root lends may not enter `folder` */
export async function checkCanEnter(folder: string, account: Account, mend: string): Promise<void> {
  if (account.uid === undefined) return
  await runProgram('test', ['-x', folder], account).catch((cause) => {
    throw new Error(`PostgreSQL does not run as root, and its own user cannot enter ${folder}: ${mend}`, {
      cause,
    })
  })
}

async function lookUp(): Promise<Account> {
  const [uid, gid] = await Promise.all([
    runProgram('id', ['-u', 'postgres'], {}),
    runProgram('id', ['-g', 'postgres'], {}),
  ])
  return { uid: Number(uid), gid: Number(gid) }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}
