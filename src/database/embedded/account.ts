import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, runProgram } from './run.ts'

const ownName = 'portfolio-ops'

/** Returns whether this process runs as root, as which PostgreSQL refuses to run. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Returns the account for a new cluster. For a root process it is `postgres`, or else `portfolio-ops`, which is created
 * if possible, or else `nobody`.
 *
 * @throws Error if none exists and none can be created
 */
export async function unprivilegedAccount(): Promise<Account> {
  if (!isRoot()) return {}
  const found = (await accountNamed('postgres')) ?? (await accountNamed(ownName))
  if (found) return found
  // It fails if another process is creating the account, which takes a moment.
  if (!(await createOwnAccount())) await sleep(1000)
  const last = (await accountNamed(ownName)) ?? (await accountNamed('nobody'))
  if (last) return last
  const reason = 'PostgreSQL does not run as root, and no system account exists or can be created for it.'
  throw new Error(`${reason} Create the user "postgres", or start as an ordinary user.`)
}

/** Returns whether `account` can enter `folder`. */
export function canEnter(account: Account, folder: string): Promise<boolean> {
  return succeeds('test', ['-x', folder], account)
}

async function accountNamed(name: string): Promise<Account | undefined> {
  try {
    const uid = Number(await runProgram('id', ['-u', name]))
    const gid = Number(await runProgram('id', ['-g', name]))
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

function succeeds(program: string, args: string[], account?: Account): Promise<boolean> {
  return runProgram(program, args, account).then(
    () => true,
    () => false,
  )
}
