import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, runProgram } from './run.ts'

const ownName = 'portfolio-ops'

/** Returns whether this process runs as root, as which PostgreSQL refuses to run. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Runs `callback` with the rights of `account`. Links that the account planted thus cannot make a root process read
 * or write what the account itself cannot. Synchronous, because the rights are those of the process.
 */
export function asAccount<T>({ uid, gid }: Account, callback: () => T): T {
  if (uid === undefined || gid === undefined) return callback()
  const { getegid, getgroups, setgroups, setegid, seteuid } = process as Required<NodeJS.Process>
  const [group, groups] = [getegid(), getgroups()]
  try {
    setgroups([gid])
    setegid(gid)
    seteuid(uid)
    return callback()
  } finally {
    seteuid(0)
    setegid(group)
    setgroups(groups)
  }
}

/**
 * Returns the account that a root process creates a cluster with: `postgres`, or else `portfolio-ops`, which is
 * created if possible, or else `nobody`.
 *
 * @throws Error if none exists and none can be created
 */
export async function unprivilegedAccount(): Promise<Account> {
  const found = (await accountNamed('postgres')) ?? (await accountNamed(ownName))
  if (found) return found
  // It fails if another process is creating the account, which takes a moment.
  if (!(await createOwnAccount())) await sleep(1000)
  const last = (await accountNamed(ownName)) ?? (await accountNamed('nobody'))
  if (last) return last
  const reason = 'PostgreSQL does not run as root, and no system account exists or can be created for it.'
  throw new Error(`${reason} Create the user "postgres", or start as an ordinary user.`)
}

/** Returns the account with this user id. Undefined for root and for an id without a user. */
export async function accountOf(uid: number): Promise<Account | undefined> {
  if (uid === 0) return undefined
  const name = await runProgram('id', ['-un'], { uid, gid: uid }).catch(() => undefined)
  return name ? accountNamed(name) : undefined
}

/** Returns whether `account` can enter `folder`. */
export function canEnter(account: Account, folder: string): boolean {
  try {
    return asAccount(account, () => statSync(`${folder}/.`)).isDirectory()
  } catch {
    return false
  }
}

async function accountNamed(name: string): Promise<Account | undefined> {
  try {
    const uid = Number(await runProgram('id', ['-u', name], {}))
    const gid = Number(await runProgram('id', ['-g', name], {}))
    return uid > 0 ? { uid, gid } : undefined
  } catch {
    return undefined
  }
}

// Returns whether it succeeded.
async function createOwnAccount(): Promise<boolean> {
  const shadow = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ownName]
  if (await succeeds('useradd', shadow)) return true
  // The programs of BusyBox.
  await succeeds('addgroup', ['-S', ownName])
  return succeeds('adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', '-G', ownName, ownName])
}

function succeeds(program: string, args: string[]): Promise<boolean> {
  return runProgram(program, args, {}).then(
    () => true,
    () => false,
  )
}
