import { stat, statfs } from 'node:fs/promises'
import { Redis } from 'ioredis'
import manifest from '../package.json' with { type: 'json' }
import { type Config, readConfig } from '../src/config/config.ts'
import {
  autovacuumRuns,
  clockSkew,
  indexesEveryScript,
  storedSettings,
  supportsUnicodeCase,
} from '../src/database/check-server.ts'
import { pendingMigrations, unknownMigrations } from '../src/database/migrate.ts'
import type { Database } from '../src/database/open.ts'
import { withoutNodeOption } from '../src/database/probe.ts'
import { transactionsAhead } from '../src/journal/change-feed/restored-history.ts'
import {
  checkGuards,
  checkNotifications,
  checkOAuth,
  checkProvider,
  checkSecretKey,
  checkSignIn,
} from './checks.ts'
import { openConfiguredDatabase } from './database.ts'
import { errorLine } from './output.ts'
import { newestBackup } from './scheduled-backup.ts'

// A backup is written each day, and a failed one is retried every hour.
const maxBackupAgeHours = 26
const maxClockSkewSeconds = 2
const maxReplicaLagSeconds = 30
const gibibyte = 2 ** 30

/** The outcome of one check. */
export type Check = { name: string; ok: boolean; says: string }

/** Checks what the service depends on. A check that failed does not prevent those that do not need its result. */
export async function runChecks(): Promise<Check[]> {
  const checks: Check[] = []
  const config = await runCheck(checks, 'configuration', async () => {
    const validated = readConfig()
    return [validated, validated.warnings.join('; ') || 'valid']
  })
  if (!config) return checks
  const database = await runCheck(checks, 'database', async () => {
    const opened = await openConfiguredDatabase(config)
    const place = opened.embeddedFolder ? `, with its data in ${opened.embeddedFolder}` : ''
    const { version, schema } = opened.server
    const tables = schema === 'public' ? '' : `, with its tables in the schema ${schema}`
    return [opened, `PostgreSQL ${version} responds${place}${tables}`]
  })
  const { BACKUP_DIR } = config
  if (database?.embeddedFolder && BACKUP_DIR) await runCheck(checks, 'backup', () => checkBackup(BACKUP_DIR))
  if (database) await runDatabaseChecks(checks, database, config).finally(database.close)
  await runCheck(checks, 'redis', () => checkRedis(config))
  await runCheck(checks, 'provider', () => checkProvider(config))
  await runCheck(checks, 'sign-in', () => checkSignIn(config))
  await runCheck(checks, 'oauth', () => checkOAuth(config))
  return checks
}

async function runDatabaseChecks(checks: Check[], database: Database, config: Config): Promise<void> {
  const { orm, read, server, embeddedFolder } = database
  await runCheck(checks, 'disk', () => checkDisk(embeddedFolder))
  await runCheck(checks, 'clock', () => checkClock(database))
  await runCheck(checks, 'replicas', () => checkReplicas(database))
  await runCheck(checks, 'encoding', async () => {
    if (server.encoding !== 'UTF8')
      throw new Error(`${server.encoding} is not supported. Use a database created with encoding UTF8.`)
    if (!(await supportsUnicodeCase(read)))
      throw new Error('searches for Ш do not find ш. Use a database with a UTF-8 locale, such as C.UTF-8.')
    return [true, 'UTF8; searches ignore case in every script']
  })
  await runCheck(checks, 'settings', async () => {
    const stored = await storedSettings(read)
    return [true, stored.length === 0 ? 'none is stored in the database server' : notInBackups(stored)]
  })
  await runCheck(checks, 'autovacuum', async () => [
    true,
    (await autovacuumRuns(read)) ? 'runs' : noAutovacuum,
  ])
  const migrated = await runCheck(checks, 'migrations', async () => {
    const unknown = await unknownMigrations(orm)
    if (unknown.length > 0)
      throw new Error(
        `the database is newer than this program, version ${manifest.version}, which lacks ${unknown.join(', ')}. Install the version that applied them or a later one.`,
      )
    const pending = await pendingMigrations(orm)
    if (pending.length > 0) throw new Error(`${pending.length} not applied. Run "portfolio-ops migrate".`)
    return [true, 'all applied']
  })
  if (!migrated) return
  await runCheck(checks, 'search index', async () => {
    const isComplete = await indexesEveryScript(read)
    return [true, isComplete ? 'serves searches in every script' : onlyAscii]
  })
  await runCheck(checks, 'secret key', () => checkSecretKey(read, config))
  await runCheck(checks, 'guards', () => checkGuards(read))
  await runCheck(checks, 'notifications', () => checkNotifications(read))
  await runCheck(checks, 'change feed', async () => {
    const ahead = await transactionsAhead(read)
    if (ahead > 0)
      throw new Error(
        `blocked because its newest change is ${ahead} transactions ahead of this server. See "After a restore" in docs/operations.md.`,
      )
    return [true, 'returns every committed change']
  })
}

function notInBackups(settings: string[]): string {
  return `these are stored in the database server; set them again after an upgrade or a restore: ${settings.join(', ')}`
}

// An operator may vacuum and analyze by a timer instead, so this is not a failure.
const noAutovacuum =
  'does not run, so tables grow with every change and statements become slow. Set autovacuum and track_counts to on.'

// Searches return the same without the index, so this is not a failure.
const onlyAscii =
  'serves only searches in ASCII; others read entire tables, because LC_CTYPE of the database is C. See "Searches" in docs/operations.md.'

/** Checks that the folder of the embedded database has a gibibyte of free space, or `minFree` bytes. */
export async function checkDisk(folder: string | undefined, minFree = gibibyte): Promise<[true, string]> {
  if (!folder) return [true, 'DATABASE_URL is set; check the free space on that server']
  const { bavail, blocks, bsize } = await statfs(folder)
  const [free, total] = [bavail, blocks].map((count) => `${((count * bsize) / gibibyte).toFixed(1)} GiB`)
  if (bavail * bsize < minFree)
    throw new Error(`only ${free} of ${total} is free in ${folder}. Free space or move DATA_DIR.`)
  return [true, `${free} of ${total} is free in ${folder}`]
}

/** Checks that `folder` has a scheduled backup of the last day. */
export async function checkBackup(folder: string): Promise<[true, string]> {
  const path = await newestBackup(folder)
  const advice = 'Start the service, which writes one, and look for errors in its log.'
  if (!path) throw new Error(`no backup found in ${folder}. ${advice}`)
  // A file's timestamp is more precise than the clock, so a new file may seem to be from the future.
  const hours = Math.max(0, Date.now() - (await stat(path)).mtimeMs) / 3_600_000
  if (hours > maxBackupAgeHours)
    throw new Error(`the newest, ${path}, is ${hours.toFixed()} hours old. ${advice}`)
  return [true, `the newest, ${path}, is ${hours.toFixed()} hours old`]
}

async function checkClock({ read }: Database): Promise<[true, string]> {
  const skew = await clockSkew(read)
  const seconds = Math.abs(skew).toFixed(1)
  if (Math.abs(skew) > maxClockSkewSeconds)
    throw new Error(
      `the database is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} this machine. Synchronize both by NTP.`,
    )
  return [true, `differs from the clock of the database by ${seconds} s`]
}

async function checkReplicas({ checkReplicas: readStates }: Database): Promise<[true, string]> {
  const replicas = await readStates()
  if (replicas.length === 0) return [true, 'DATABASE_REPLICA_URLS is not set; the primary serves every read']
  const problems = replicas.flatMap(({ server, answers, lagSeconds }) => {
    if (!answers) return [`${server} does not respond. Start it or correct DATABASE_REPLICA_URLS.`]
    if (lagSeconds === null) return [`${server} has an unknown lag. Check that it replicates the primary.`]
    if (lagSeconds > maxReplicaLagSeconds)
      return [`${server} is ${lagSeconds.toFixed()} s behind. See "Replicas" in docs/operations.md.`]
    return []
  })
  if (problems.length > 0) throw new Error(problems.join(' '))
  const lag = Math.max(...replicas.map(({ lagSeconds }) => Number(lagSeconds)))
  return [true, `${replicas.length} respond, at most ${lag.toFixed(1)} s behind`]
}

async function checkRedis({ REDIS_URL }: Config): Promise<[true, string]> {
  if (!REDIS_URL) return [true, 'REDIS_URL is not set; each process counts rate limits in memory']
  const options = { lazyConnect: true, connectTimeout: 3000, retryStrategy: () => null }
  const redis = new Redis(REDIS_URL, options)
  // The error event has the reason, which the error that connect() throws lacks.
  let reason = ''
  redis.on('error', (error) => {
    reason = withoutNodeOption(error.message)
  })
  try {
    await redis.connect()
    await redis.ping()
    return [true, 'responds']
  } catch (cause) {
    throw new Error(`connection failed: ${reason || cause}. Start Redis or correct REDIS_URL.`, { cause })
  } finally {
    redis.disconnect()
  }
}

/** Runs a check and adds its outcome to `checks`. Returns the value of the check, undefined if it failed. */
async function runCheck<T>(checks: Check[], name: string, callback: () => Promise<[T, string]>) {
  try {
    const [value, says] = await callback()
    checks.push({ name, ok: true, says })
    return value
  } catch (error) {
    checks.push({ name, ok: false, says: errorLine(error) })
  }
}
