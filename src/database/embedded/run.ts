import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * The account that PostgreSQL runs as. PostgreSQL does not run as root, so a root process runs it as another
 * account. Empty: the account of this process.
 */
export type Account = { uid?: number; gid?: number }

/**
 * Runs a program and returns its trimmed stdout. If it runs as another account, it inherits neither the
 * environment, which contains secrets, nor the working directory, which that account may not be able to enter.
 *
 * @throws Error with the output of the program if it fails
 */
export async function runProgram(program: string, args: string[], account: Account = {}): Promise<string> {
  const { PATH } = process.env
  const isolation = account.uid === undefined ? {} : { cwd: '/', env: { PATH, LC_ALL: 'C' } }
  const { stdout } = await promisify(execFile)(program, args, { ...account, ...isolation })
  return stdout.trim()
}

/** Runs a program and returns whether it succeeded. */
export function succeeds(program: string, args: string[], account?: Account): Promise<boolean> {
  return runProgram(program, args, account).then(
    () => true,
    () => false,
  )
}

/**
 * Removes the variables of libpq, such as PGSSLMODE and PGOPTIONS, from the environment of this process. The driver and
 * the programs of PostgreSQL read them, and they are meant for another server. PG_OOM_ADJUST_FILE and the like remain.
 */
export function ignoreLibpqVariables(): void {
  for (const name of Object.keys(process.env)) if (/^PG(?!_)/.test(name)) delete process.env[name]
}

const ownName = 'portfolio-ops'

/** Returns whether this process runs as root, as which PostgreSQL refuses to run. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Returns the account for a new cluster. For a root process it is `postgres`, or else `portfolio-ops`, which is created
 * if possible, or else `nobody`.
 */
export async function unprivilegedAccount(): Promise<Account> {
  if (!isRoot()) return {}
  const found = (await accountNamed('postgres')) ?? (await accountNamed(ownName))
  if (found) return found
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']
  await succeeds('useradd', [...options, ownName])
  return (await accountNamed(ownName)) ?? (await accountNamed('nobody')) ?? { uid: 65534, gid: 65534 }
}

/** Returns whether `account` can enter `folder`. */
export function canEnter(account: Account, folder: string): Promise<boolean> {
  return succeeds('test', ['-x', folder], account)
}

async function accountNamed(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = [await runProgram('id', ['-u', name]), await runProgram('id', ['-g', name])]
    return { uid: Number(uid), gid: Number(gid) }
  } catch {
    return undefined
  }
}
