import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { accountForNewCluster, changeOwner } from './account.ts'
import { choosePort } from './port.ts'
import { type Programs, checkCanRun } from './programs.ts'
import { type Account, runProgram } from './run.ts'

// Nobody else's: the folder may hold other things.
const drafts = '.portfolio-ops-draft-'

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  // Nobody rotates this log: it keeps what the server did; a statement's errors go to whoever sent it.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/**
 * Made in a draft and renamed at the end, so that a cluster is there entirely or not at all.
 *
 * @throws Error if PostgreSQL cannot make it, and nobody else has meanwhile
 */
export async function createCluster(folder: string, programs: Programs): Promise<void> {
  const account = await accountForNewCluster()
  const home = dirname(folder)
  // An empty folder was made for us, however closed; one with other things in it is not ours to give away.
  if ((await readdir(home)).length === 0) await changeOwner(home, account)
  await checkCanRun(programs, home, account)

  const draft = await mkdtemp(join(home, drafts))
  try {
    await fill(draft, programs, account)
    await rename(draft, folder)
  } catch (error) {
    await discard(draft)
    // If somebody else finished first, theirs stands.
    if (!existsSync(folder)) throw error
  }
}

/** Removes what killed creations have left. */
export async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) if (name.startsWith(drafts)) await discard(join(home, name))
}

async function fill(draft: string, programs: Programs, account: Account): Promise<void> {
  const password = join(draft, 'password')
  await writeFile(password, randomBytes(24).toString('hex'), { mode: 0o600 })
  await writeFile(join(draft, 'server.log'), '', { mode: 0o600 })
  await choosePort(join(draft, 'port'))
  for (const name of ['', 'password', 'server.log', 'port']) await changeOwner(join(draft, name), account)

  const options = Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`)
  // The builtin provider knows every script's letters on every machine, whatever locales that has.
  options.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  options.push('--username=postgres', '--auth=scram-sha-256', `--pwfile=${password}`)
  await runProgram(programs.initdb, [`--pgdata=${join(draft, 'data')}`, ...options], account)
}

async function discard(draft: string): Promise<void> {
  // What its writer still holds on to is swept at the next start.
  await rm(draft, { recursive: true, force: true }).catch(() => undefined)
}
