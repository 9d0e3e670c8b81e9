import type { Command } from 'commander'
import { Redis } from 'ioredis'
import { provider } from '../src/assistant/reply/provider.ts'
import { type Config, readConfig } from '../src/config.ts'
import { knowsLetters } from '../src/database/check-server.ts'
import { pendingMigrations } from '../src/database/migrate.ts'
import type { Database } from '../src/database/open.ts'
import { historyAhead } from '../src/journal/history-ahead.ts'
import { errorLine, printResult } from './answer.ts'
import { openConfigured } from './open.ts'

type Check = { name: string; ok: boolean; says: string }

/** `doctor` */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check what the service stands on, a line each; exit 1 if something fails')
    .action(async (options: { json?: true }) => {
      const checks = await examine()
      const lines = checks.map(({ name, ok, says }) => `${ok ? 'ok  ' : 'fail'}  ${name}: ${says}`)
      printResult(options, { ok: checks.every(({ ok }) => ok), checks }, lines.join('\n'))
      if (checks.some(({ ok }) => !ok)) process.exitCode = 1
    })
}

async function examine(): Promise<Check[]> {
  const checks: Check[] = []
  const config = await check(checks, 'configuration', async () => {
    const read = readConfig()
    return [read, read.warnings.join('; ') || 'valid']
  })
  if (!config) return checks
  const database = await check(checks, 'database', async () => {
    const opened = await openConfigured(config)
    return [opened, `PostgreSQL ${opened.server.version} answers`]
  })
  if (database) await examineDatabase(checks, database).finally(database.close)
  await check(checks, 'redis', () => askRedis(config))
  await check(checks, 'provider', () => askProvider(config))
  return checks
}

async function examineDatabase(checks: Check[], { orm, read, server }: Database): Promise<void> {
  await check(checks, 'encoding', async () => {
    if (server.encoding !== 'UTF8')
      throw new Error(`${server.encoding}: move to a database created with encoding UTF8.`)
    if (!(await knowsLetters(read)))
      throw new Error('searches tell Ш from ш: move to a database with a UTF-8 locale, such as C.UTF-8.')
    return [true, 'UTF8, letters of every script are known']
  })
  const migrated = await check(checks, 'migrations', async () => {
    const pending = await pendingMigrations(orm)
    if (pending.length > 0) throw new Error(`${pending.length} are not applied: run "portfolio-ops migrate".`)
    return [true, 'all applied']
  })
  if (!migrated) return
  await check(checks, 'change feed', async () => {
    const ahead = await historyAhead(read)
    if (ahead > 0)
      throw new Error(
        `it stands still, ${ahead} transactions ahead of this server: see "After a restore" in docs/operations.md.`,
      )
    return [true, 'tells every change']
  })
}

async function askProvider(config: Config): Promise<[true, string]> {
  const ask = provider(config)
  if (!ask) return [true, 'LLM_API_KEY is not set: replies are the fixed text of BOT_FALLBACK_REPLY']
  const answer = await ask([{ role: 'user', content: 'Answer with one word.' }])
  if ('error' in answer)
    throw new Error(`no usable answer (${answer.error}): check LLM_BASE_URL, LLM_API_KEY and LLM_MODEL.`)
  return [true, 'answers']
}

async function askRedis({ REDIS_URL }: Config): Promise<[true, string]> {
  if (!REDIS_URL) return [true, 'REDIS_URL is not set: limits are counted in memory, by each process alone']
  const options = { lazyConnect: true, connectTimeout: 3000, retryStrategy: () => null }
  const redis = new Redis(REDIS_URL, options)
  // What connect() throws says less.
  let reason = ''
  redis.on('error', (error) => {
    reason = error.message
  })
  try {
    await redis.connect()
    await redis.ping()
    return [true, 'answers']
  } catch (cause) {
    throw new Error(`it cannot be used: ${reason || cause}. Start it, or correct REDIS_URL.`, { cause })
  } finally {
    redis.disconnect()
  }
}

/** Notes what came of it. Gives what was found, or nothing where it failed. */
async function check<T>(checks: Check[], name: string, find: () => Promise<[T, string]>) {
  try {
    const [found, says] = await find()
    checks.push({ name, ok: true, says })
    return found
  } catch (error) {
    checks.push({ name, ok: false, says: errorLine(error) })
  }
}
