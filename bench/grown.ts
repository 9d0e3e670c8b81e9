import type pg from 'pg'
import { buildApp } from '../http/app.ts'
import { readConfig } from '../src/config.ts'
import type { Read } from '../src/database/read.ts'
import { maintainPartitions } from '../src/journal/request-log-partitions.ts'
import { medianOf, type Rounds } from './support/compare.ts'
import { benchDatabase } from './support/database.ts'
import { grownSizes, seedGrown } from './support/grown-data.ts'

const budgetMs = 50
const runs = 9

const portfolio = [
  'summary',
  'summary?direction_slug=fitness',
  'directions',
  'products?limit=50',
  'products?is_favorite=1',
  'products?q=duct%201',
  'products/product-7',
  'apps?q=app',
  'apps/app-5',
  'signals?limit=50',
  'signals?status=dismissed',
  'signals?severity=critical&status=open',
  'signals?direction_slug=fitness',
  'signals?product_slug=product-7',
  'signals?offset=10000',
  'signals?q=release%2017',
  `signals?q=${encodeURIComponent('Падение рейтинга 199')}`,
  'insights?q=insight',
  'decisions?overdue=1',
  'decisions?owner=owner%203',
  'tasks?overdue=1',
  'tasks?owner=owner%203',
  'changes?limit=50',
  'changes?entity=signal',
]

const operations = [
  'applications',
  'applications?search=tion%2049',
  'applications?status=active&platform=ios&sort=name',
  'companies?search=99',
  'analytics/clicks',
  'analytics/clicks?status=rejected',
  'analytics/clicks?app_id=77',
  'analytics/clicks?company_id=5',
  'analytics/clicks?date_from=2026-10-01&date_to=2026-10-31',
  'dashboard/summary',
  'dashboard/attention',
  'dashboard/focus',
  'admin/api-logs',
  'admin/api-logs?status=4xx',
  'admin/api-logs?path=route-3',
  'admin/api-logs?slow=1',
  'admin/api-logs?user_id=7',
  'admin/api-logs?surface=mcp',
  'contacts/5/turns',
]

type Statement = Parameters<Read>[0]

/** Times reads of tables that have grown for years. Prints those over 50 ms with the plans of their statements. */
export async function grownBench({ full = false }: Rounds & { full?: boolean }): Promise<void> {
  const bench = await benchDatabase()
  try {
    // Without --full the largest tables have a tenth of the rows.
    const { clicks, history, turns } = grownSizes
    const sizes = full
      ? grownSizes
      : { ...grownSizes, clicks: clicks / 10, history: history / 10, turns: turns / 10 }
    const { database, url } = bench
    await maintainPartitions(database.orm, 30)
    const tokens = await seedGrown(bench.pool, sizes)
    let sent: Statement[] = []
    const read = ((statement: Statement) => {
      sent.push(statement)
      return database.read(statement)
    }) as Read
    const config = readConfig({ DATABASE_URL: url, RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'silent' })
    const app = await buildApp({ config, ...database, read, readReplica: read, isStopping: () => false })
    const paths = [
      ...portfolio.map((path) => ({ path: `/api/portfolio/${path}`, token: tokens.portfolio })),
      ...operations.map((path) => ({ path: `/api/v1/${path}`, token: tokens.operations })),
    ]
    for (const { path, token } of paths) {
      const times: number[] = []
      for (let run = 0; run < runs; run++) {
        sent = []
        const startedAt = performance.now()
        const headers = { 'x-portfolio-token': token, authorization: `Bearer ${token}` }
        const { statusCode } = await app.inject({ url: path, headers })
        if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`)
        times.push(performance.now() - startedAt)
      }
      const time = medianOf(times)
      console.log(`  ${time.toFixed(1).padStart(7)} ms  ${path}${time > budgetMs ? '  OVER' : ''}`)
      if (time > budgetMs) await explain(bench.pool, sent)
    }
    await app.close()
  } finally {
    await bench.close()
  }
}

/** Prints the plan of each statement. */
async function explain(pool: pg.Pool, statements: Statement[]): Promise<void> {
  for (const { text, values } of statements) {
    const { rows } = await pool.query(`explain (analyze, buffers, costs off) ${text}`, values as unknown[])
    console.log(`\n${text}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`)
  }
}
