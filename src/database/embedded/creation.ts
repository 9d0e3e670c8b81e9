import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { accountForNewCluster, changeOwner } from './account.ts'
import { choosePort } from './port.ts'
import { checkCanRun, type Programs } from './programs.ts'
import { type Account, runProgram } from './run.ts'

// A prefix that no other program uses, because the folder may contain other files.
const draftPrefix = '.portfolio-ops-draft-'

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  // This log is never rotated, so it records what the server does but no errors of statements.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/**
 * Creates a cluster in a draft folder and renames it at the end, so that `folder` never contains an
 * incomplete cluster.
 *
 * @throws Error if PostgreSQL cannot create it, unless another process has created it meanwhile
 */
export async function createCluster(folder: string, programs: Programs): Promise<void> {
  const account = await accountForNewCluster()
  const home = dirname(folder)
  // PostgreSQL must be able to enter the folder. Only an empty one may change its owner.
  if ((await readdir(home)).length === 0) await changeOwner(home, account)
  await checkCanRun(programs, home, account)

  const draft = await mkdtemp(join(home, draftPrefix))
  try {
    await initialize(draft, programs, account)
    await rename(draft, folder)
  } catch (error) {
    await removeDraft(draft)
    // If another process finished first, its cluster is used.
    if (!existsSync(folder)) throw error
  }
}

/** Removes the drafts of processes that were killed while they created a cluster. */
export async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home))
    if (name.startsWith(draftPrefix)) await removeDraft(join(home, name))
}

async function initialize(draft: string, programs: Programs, account: Account): Promise<void> {
  const passwordFile = join(draft, 'password')
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  await writeFile(join(draft, 'server.log'), '', { mode: 0o600 })
  await choosePort(join(draft, 'port'))
  for (const name of ['', 'password', 'server.log', 'port']) await changeOwner(join(draft, name), account)

  const options = Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`)
  // The builtin provider maps the case of every script, whichever locales the machine has.
  options.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  options.push('--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`)
  await runProgram(programs.initdb, [`--pgdata=${join(draft, 'data')}`, ...options], account)
}

async function removeDraft(draft: string): Promise<void> {
  // Files that are still being written may remain. The next start removes them.
  await rm(draft, { recursive: true, force: true }).catch(() => undefined)
}
