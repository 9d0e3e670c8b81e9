import pg from 'pg'
import { buildApp } from '../http/app.ts'
import { readConfig } from '../src/config/config.ts'
import type { Read } from '../src/database/read.ts'
import { maintainPartitions } from '../src/journal/request-log/request-log.ts'
import { updateClickMonths } from '../src/operations/click/monthly-totals.ts'
import { adminSession } from './support/admin-session.ts'
import { medianOf, type Rounds } from './support/compare.ts'
import { type Bench, benchDatabase } from './support/database.ts'
import { createTokens, dayMs, grownSizes, requestDays, seedGrown } from './support/grown-data.ts'
import { admin, operations, portfolio } from './support/grown-paths.ts'

const budgetMs = 50
const runs = 15

type Statement = Parameters<Read>[0]

/**
 * Times reads of tables that have grown for years. Prints those over 50 ms with the plans of their
 * statements. `keep` is the name of a database that is filled once and then kept.
 */
export async function grownBench({
  full = false,
  keep,
}: Rounds & { full?: boolean; keep?: string }): Promise<void> {
  const bench = await benchDatabase(keep)
  try {
    const { database, url } = bench
    await (bench.isKept ? removeRequestsOfRuns(bench) : fill(bench, full))
    const tokens = await createTokens(bench.pool)
    let sent: Statement[] = []
    const read = ((statement: Statement) => {
      // The request log is stored later.
      if (!statement.text.includes('insert into')) sent.push(statement)
      return database.read(statement)
    }) as Read
    const config = readConfig({ DATABASE_URL: url, RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'silent' })
    const app = await buildApp({ config, ...database, read, readReplica: read, isStopping: () => false })
    const cookie = await adminSession(bench, await app.listen({ host: '127.0.0.1', port: 0 }))
    const paths = [
      ...portfolio.map((path) => ({
        path: `/api/portfolio/${path}`,
        headers: { 'x-portfolio-token': tokens.portfolio },
      })),
      ...operations.map((path) => ({
        path: `/api/v1/${path}`,
        headers: { authorization: `Bearer ${tokens.operations}` },
      })),
      ...admin.map((path) => ({ path: `/admin${path}`, headers: { cookie } })),
    ]
    const timesOf = async ({ path, headers }: (typeof paths)[number], count: number) => {
      const times: number[] = []
      for (let run = 0; run < count; run++) {
        sent = []
        const startedAt = performance.now()
        // The same query as another URL, because the answer to a repeated URL is cached.
        const url = `${encodeURI(path)}${path.includes('?') ? '' : '?'}${'&'.repeat(run)}`
        const { statusCode, payload } = await app.inject({ url, headers })
        if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${payload}`)
        times.push(performance.now() - startedAt)
      }
      return times
    }
    console.log('     HTTP  statements')
    for (const route of paths) {
      const time = medianOf(await timesOf(route, runs))
      const plans = await explain(bench.pool, sent)
      const inDatabase = plans.reduce((sum, { ms }) => sum + ms, 0)
      console.log(
        `  ${shown(time)}  ${shown(inDatabase)} ms  ${route.path}${time > budgetMs ? '  OVER' : ''}`,
      )
      if (time > budgetMs) for (const { text, plan } of plans) console.log(`\n${text}\n${plan}\n`)
    }
    await app.close()
  } finally {
    await bench.close()
  }
}

function shown(ms: number): string {
  return ms.toFixed(1).padStart(7)
}

// Without --full the largest tables have a tenth of the rows.
async function fill({ database, pool }: Bench, full: boolean): Promise<void> {
  const { clicks, history, requests, turns } = grownSizes
  const tenth = { clicks: clicks / 10, history: history / 10, requests: requests / 10, turns: turns / 10 }
  for (let day = requestDays; day >= 0; day--)
    await maintainPartitions(database.orm, requestDays + 1, Date.now() - day * dayMs)
  await seedGrown(pool, full ? grownSizes : { ...grownSizes, ...tenth })
  await updateClickMonths(database.orm)
}

// The requests of earlier runs are the newest of the log, and would be read before those that match.
async function removeRequestsOfRuns({ pool }: Bench): Promise<void> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query("delete from request_logs where request_id not like 'request-%'")
  await client.query('vacuum analyze request_logs')
  client.release(true)
}

type Plan = { text: string; plan: string; ms: number }

/** Returns the plan of each statement, as the server runs it after a few runs, and its time with planning. */
async function explain(pool: pg.Pool, statements: Statement[]): Promise<Plan[]> {
  const plans: Plan[] = []
  const client = await pool.connect()
  for (const [index, { text, values, unprepared }] of statements.entries()) {
    const name = `statement_${index}`
    const literals = values.map((value) =>
      pg.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value)),
    )
    await client.query(`set plan_cache_mode = ${unprepared ? 'force_custom_plan' : 'auto'}`)
    for (let run = 0; run < runs; run++) await client.query({ name, text, values })
    const execution = `execute ${name}${values.length > 0 ? `(${literals})` : ''}`
    // The fastest of a few runs, because other programs on the machine slow some of them down.
    const explained: Omit<Plan, 'text'>[] = []
    for (let run = 0; run < 5; run++) {
      const { rows } = await client.query(`explain (analyze, buffers) ${execution}`)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      const times = [...plan.matchAll(/^(?:Planning|Execution) Time: (.*) ms$/gm)]
      explained.push({ plan, ms: times.reduce((sum, [, ms]) => sum + Number(ms), 0) })
    }
    await client.query(`deallocate ${name}`)
    const [fastest] = explained.toSorted((one, other) => one.ms - other.ms)
    if (fastest) plans.push({ text, ...fastest })
  }
  client.release(true)
  return plans
}
