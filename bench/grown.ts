import pg from 'pg'
import { buildApp } from '../http/app.ts'
import { readConfig } from '../src/config.ts'
import type { Read } from '../src/database/read.ts'
import { maintainPartitions } from '../src/journal/request-log-partitions.ts'
import { medianOf, type Rounds } from './support/compare.ts'
import { type Bench, benchDatabase } from './support/database.ts'
import { createTokens, dayMs, grownSizes, requestDays, seedGrown } from './support/grown-data.ts'

const budgetMs = 50
const runs = 15

const portfolio = [
  'summary',
  'summary?direction_slug=fitness',
  'directions',
  'products?limit=50',
  'products?is_favorite=1',
  'products?q=duct 1',
  'products?q=нет такого',
  'products/product-7',
  'apps?q=app',
  'apps?q=no such app',
  'apps/app-5',
  'signals?limit=50',
  'signals?status=dismissed',
  'signals?severity=critical&status=open',
  'signals?direction_slug=fitness',
  'signals?product_slug=product-7',
  'signals?offset=10000',
  'signals?q=release 17',
  'signals?q=падение',
  'signals?q=Падение рейтинга 199',
  'signals?q=Падение рейтинга 1999 ',
  'signals?q=рейтинга 12 ',
  'signals?q=нет такого',
  'signals?q=ей',
  'signals?q=zz',
  'insights?q=insight',
  'insights?q=insight 777',
  'insights?q=no such',
  'decisions?q=sion 99',
  'decisions?overdue=1',
  'decisions?owner=owner 3',
  'tasks?q=task 777',
  'tasks?overdue=1',
  'tasks?owner=owner 3',
  'changes?limit=50',
  'changes?entity=signal',
  'changes?entity=task',
  'changes?actor=user:1',
]

const operations = [
  'applications',
  'applications?search=tion 49',
  'applications?search=api-4999',
  'applications?search=нет',
  'applications?search=zz',
  'applications?status=active&platform=ios&sort=name',
  'companies?search=99',
  'contacts?search=99',
  'analytics/clicks',
  'analytics/clicks?with_total=1',
  'analytics/clicks?status=rejected',
  'analytics/clicks?status=pending',
  'analytics/clicks?app_id=77',
  'analytics/clicks?app_id=77&status=rejected',
  'analytics/clicks?company_id=5',
  'analytics/clicks?date_from=2026-10-01&date_to=2026-10-31',
  'dashboard/summary',
  'dashboard/attention',
  'dashboard/focus',
  'admin/api-logs',
  'admin/api-logs?page=100&per_page=100',
  'admin/api-logs?status=4xx',
  'admin/api-logs?status=4xx&page=100',
  'admin/api-logs?status=503',
  'admin/api-logs?status=404,503&method=POST',
  'admin/api-logs?errors_only=1',
  'admin/api-logs?path=route-3',
  'admin/api-logs?path=route-3&status=404',
  'admin/api-logs?path=/4242',
  'admin/api-logs?path=/99999&page=3',
  'admin/api-logs?path=no-such-path',
  'admin/api-logs?path=нет',
  'admin/api-logs?slow=1',
  'admin/api-logs?user_id=7',
  'admin/api-logs?user_id=7&slow=1',
  'admin/api-logs?user_id=7777',
  'admin/api-logs?user_id=7&status=503',
  'admin/api-logs?token_id=7',
  'admin/api-logs?method=POST',
  'admin/api-logs?method=DELETE',
  'admin/api-logs?surface=mcp',
  'admin/api-logs?surface=mcp&method=POST&page=50',
  'admin/api-logs?date_from=2026-11-10&date_to=2026-11-12',
  'admin/api-logs?date_from=2026-11-10&status=503',
  'contacts/5/turns',
]

type Statement = Parameters<Read>[0]

/**
 * Times reads of tables that have grown for years. Prints those over 50 ms with the plans of their statements. `keep` is
 * the name of a database that is filled once and then kept.
 */
export async function grownBench({
  full = false,
  keep,
}: Rounds & { full?: boolean; keep?: string }): Promise<void> {
  const bench = await benchDatabase(keep)
  try {
    const { database, url } = bench
    if (!bench.isKept) await fill(bench, full)
    const tokens = await createTokens(bench.pool)
    let sent: Statement[] = []
    const read = ((statement: Statement) => {
      // Not that of the request log, which is stored later.
      if (!statement.text.includes('insert into')) sent.push(statement)
      return database.read(statement)
    }) as Read
    const config = readConfig({ DATABASE_URL: url, RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'silent' })
    const app = await buildApp({ config, ...database, read, readReplica: read, isStopping: () => false })
    const paths = [
      ...portfolio.map((path) => ({ path: `/api/portfolio/${path}`, token: tokens.portfolio })),
      ...operations.map((path) => ({ path: `/api/v1/${path}`, token: tokens.operations })),
    ]
    console.log('     HTTP  statements')
    for (const { path, token } of paths) {
      const times: number[] = []
      for (let run = 0; run < runs; run++) {
        sent = []
        const startedAt = performance.now()
        const headers = { 'x-portfolio-token': token, authorization: `Bearer ${token}` }
        // The same query as another URL, because the answer to a repeated URL is cached.
        const url = `${encodeURI(path)}${path.includes('?') ? '' : '?'}${'&'.repeat(run)}`
        const { statusCode, payload } = await app.inject({ url, headers })
        if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${payload}`)
        times.push(performance.now() - startedAt)
      }
      const time = medianOf(times)
      const plans = await explain(bench.pool, sent)
      const inDatabase = plans.reduce((sum, { ms }) => sum + ms, 0)
      console.log(`  ${shown(time)}  ${shown(inDatabase)} ms  ${path}${time > budgetMs ? '  OVER' : ''}`)
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
