import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileError } from '../file-error.ts'
import { chooseHome } from './home.ts'
import { programsFor } from './programs.ts'
import {
  type Account,
  canEnter,
  ignoreLibpqVariables,
  isRoot,
  runProgram,
  succeeds,
  unprivilegedAccount,
} from './run.ts'

/** A cluster: a data directory with the password beside it, and the means to run a server on it. */
export type Cluster = {
  /** The folder that contains the folder `cluster`. */
  home: string
  data: string
  /** The password of the superuser. */
  password: string
  /** The folder of the PostgreSQL programs. */
  programs: string
  /** The owner of `data`. */
  account: Account
}

/**
 * Returns the cluster in `dataDir`, or in its substitute if PostgreSQL cannot enter `dataDir`. Creates it if it does
 * not exist.
 *
 * A root process never opens what is below `data`, because the account could replace files there by links to files of
 * root. It starts programs as that account for this.
 *
 * @throws Error in one line if it cannot be created or belongs to another user
 */
export async function openCluster(dataDir: string, report: (line: string) => void): Promise<Cluster> {
  ignoreLibpqVariables()
  const home = await chooseHome(dataDir)
  const folder = join(home, 'cluster')
  if (!existsSync(folder)) {
    report(`Creating the database in ${home} …`)
    await createCluster(folder)
  }
  const account = await accountOf(folder)
  const password = readPassword(join(folder, 'password'))
  return { home, data: join(folder, 'data'), password, programs: await programsFor(account), account }
}

async function accountOf(folder: string): Promise<Account> {
  if (!isRoot()) return {}
  const { uid, gid } = lstatSync(join(folder, 'data'))
  if (await canEnter({ uid, gid }, folder)) return { uid, gid }
  throw new Error(
    `PostgreSQL does not run as root, and its account cannot enter ${folder}. Move it below /var/lib, and set DATA_DIR.`,
  )
}

// The file belongs to root if root has created the cluster, otherwise to the account, which could replace it by a link.
function readPassword(path: string): string {
  try {
    return readFileSync(path, { encoding: 'utf8', flag: constants.O_RDONLY | constants.O_NOFOLLOW })
  } catch (cause) {
    throw fileError(path, 'read', cause)
  }
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  // The log is never rotated, so it records what the server does but no errors of statements.
  logging_collector: 'on',
  log_filename: 'server.log',
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/**
 * Creates a cluster in a draft folder and renames it at the end, so that `folder` never contains an incomplete
 * cluster. If this process runs as root, the account of PostgreSQL owns nothing in it but `data`.
 *
 * @throws Error if PostgreSQL cannot create it, unless another process has created it meanwhile
 */
async function createCluster(folder: string): Promise<void> {
  const account = await unprivilegedAccount()
  const programs = await programsFor(account)
  const draft = mkdtempSync(join(dirname(folder), '.portfolio-ops-draft-'))
  const [data, passwordFile] = [join(draft, 'data'), join(draft, 'password')]
  const { uid, gid } = account
  try {
    mkdirSync(data, { mode: 0o700 })
    writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
    if (uid !== undefined && gid !== undefined) {
      chmodSync(draft, 0o711)
      for (const path of [data, passwordFile]) chownSync(path, uid, gid)
    }
    await initialize(join(programs, 'initdb'), draft, account)
    if (uid !== undefined) chownSync(passwordFile, 0, 0)
    renameSync(draft, folder)
  } catch (error) {
    // As the account, which could replace folders in it by links while root removes them.
    await succeeds('rm', ['-rf', data], account)
    if (existsSync(data)) rmdirSync(data)
    rmSync(draft, { recursive: true })
    // If another process finished first, its cluster is used.
    if (!existsSync(folder)) throw error
  }
}

async function initialize(initdb: string, draft: string, account: Account): Promise<void> {
  const options = Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`)
  // The builtin provider maps the case of every script, with any locales of the machine.
  options.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  options.push('--username=postgres', '--auth=scram-sha-256')
  options.push(`--pwfile=${join(draft, 'password')}`, `--pgdata=${join(draft, 'data')}`)
  // LC_CTYPE decides which characters are letters for pg_trgm, whose indexes serve searches. With C these are only
  // those of ASCII. Not every machine has the other locales.
  const create = (locale: string) => runProgram(initdb, [...options, `--lc-ctype=${locale}`], account)
  await create('C.UTF-8')
    .catch(() => create('en_US.UTF-8'))
    .catch(() => create('C'))
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
