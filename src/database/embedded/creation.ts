import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fchownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { asAccount } from './account.ts'
import { draftPrefix, openFile, statOf, writeText } from './file.ts'
import type { ClusterLocation } from './location.ts'
import { choosePort } from './port.ts'
import type { Programs } from './programs.ts'
import { type Account, runProgram } from './run.ts'

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
export async function createCluster(
  folder: string,
  programs: Programs,
  location: ClusterLocation,
): Promise<void> {
  const draft = asAccount(location.files, () => mkdtempSync(join(location.home, draftPrefix)))
  try {
    await initialize(draft, programs, location)
    asAccount(location.files, () => renameSync(draft, folder))
  } catch (error) {
    removeFolder(draft, location)
    // If another process finished first, its cluster is used.
    if (!existsSync(folder)) throw error
  }
}

/** Removes the drafts of processes that were killed while they created a cluster. */
export function removeDrafts(location: ClusterLocation): void {
  for (const name of readdirSync(location.home))
    if (name.startsWith(draftPrefix)) removeFolder(join(location.home, name), location)
}

async function initialize(
  draft: string,
  programs: Programs,
  { files, account }: ClusterLocation,
): Promise<void> {
  const password = randomBytes(24).toString('hex')
  writeText(join(draft, 'password'), 'create', password, files)
  writeText(join(draft, 'server.log'), 'create', '', files)
  choosePort(join(draft, 'port'), files)
  const data = join(draft, 'data')
  asAccount(files, () => mkdirSync(data, { mode: 0o700 }))
  if (files.uid !== account.uid) {
    // The account may enter this folder of root, and owns nothing in it but the data.
    chmodSync(draft, 0o711)
    lchownSync(data, Number(account.uid), Number(account.gid))
  }
  const passwordFile = join(draft, 'initial-password')
  writeForAccount(passwordFile, password, account, files)

  const options = Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`)
  // The builtin provider maps the case of every script, whichever locales the machine has.
  options.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  options.push('--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`)
  await runInitdb(programs, [`--pgdata=${data}`, ...options], account)
  asAccount(files, () => unlinkSync(passwordFile))
}

// LC_CTYPE decides which characters are letters for pg_trgm, whose indexes serve searches. With C these are only those
// of ASCII. Not every machine has the other locales.
async function runInitdb(programs: Programs, options: string[], account: Account): Promise<void> {
  const initdb = (locale: string) =>
    runProgram(programs.initdb, [...options, `--lc-ctype=${locale}`], account)
  await initdb('C.UTF-8')
    .catch(() => initdb('en_US.UTF-8'))
    .catch(() => initdb('C'))
    .catch(failed)
}

// The message of the error is the entire command line.
function failed(cause: Error & { stderr?: string }): never {
  const [, reason = cause.message] = /initdb: (?:error: )?(.*)/.exec(cause.stderr ?? '') ?? []
  const [, uid] = /could not look up effective user ID (\d+)/.exec(reason) ?? []
  throw new Error(
    uid
      ? `PostgreSQL creates a database only for a user with a name, and the user id ${uid} has none. ` +
          `Add the line "portfolio-ops:x:${uid}:${uid}::/:/bin/false" to /etc/passwd, start as an existing user, or set DATABASE_URL to a server.`
      : `PostgreSQL cannot create a database: ${reason}. Correct this, or set DATABASE_URL to a server.`,
    { cause },
  )
}

function writeForAccount(path: string, text: string, { uid, gid }: Account, files: Account): void {
  const file = openFile(path, 'create', files)
  try {
    writeSync(file, text)
    if (uid !== undefined && gid !== undefined) fchownSync(file, uid, gid)
  } finally {
    closeSync(file)
  }
}

/** Removes the folder of a cluster or a draft. Files that are still being written may remain. */
function removeFolder(folder: string, { files }: ClusterLocation): void {
  try {
    if (process.getuid?.() !== 0 || files.uid !== undefined)
      asAccount(files, () => rmSync(folder, { recursive: true, force: true }))
    else removeAsRoot(folder)
  } catch {}
}

// The account could replace folders in its data by links while root removes them, so it removes them itself.
function removeAsRoot(folder: string): void {
  const data = join(folder, 'data')
  const owner = statOf(data)
  if (owner) {
    asAccount({ uid: owner.uid, gid: owner.gid }, () => {
      for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true, force: true })
    })
    rmdirSync(data)
  }
  for (const name of readdirSync(folder)) unlinkSync(join(folder, name))
  rmdirSync(folder)
}
