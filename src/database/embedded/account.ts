import { type Account, runProgram, succeeds } from './run.ts'

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
