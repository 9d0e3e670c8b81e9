import type pg from 'pg'
import { encodeCursor } from '../src/record/list/cursor.ts'
import { compare, medianOf, type Rounds } from './support/compare.ts'
import { type Bench, benchDatabase } from './support/database.ts'
import { seedClicks, seedOperations } from './support/operations-data.ts'
import { type Server, startServer } from './support/server.ts'

const applications = 50_000

/** Measures lists, bulk writes, the cost of the request log, and last pages: of 5,000,000 rows with `full`. */
export async function operationsBench(rounds: Rounds & { full: boolean }): Promise<void> {
  const bench = await benchDatabase()
  try {
    const secret = await seedOperations(bench.pool, applications)
    const environment = { DATABASE_URL: bench.url }
    const [ours, byHand, unlogged] = await Promise.all(
      ['ours', 'operations', 'unlogged'].map((name) => startServer(name, environment)),
    )
    if (!ours || !byHand || !unlogged) throw new Error('A server did not start.')
    const scenario = {
      path: '/api/v1/applications?per_page=25',
      headers: { authorization: `Bearer ${secret}` },
    }
    await compare(
      { ...scenario, name: '25 of 50,000', targetRatio: 0.9 },
      { ours, 'by hand': byHand },
      rounds,
    )
    await compare({ ...scenario, name: 'request log', targetRatio: 0.95 }, { ours, unlogged }, rounds)
    await bulkBench(bench.pool, ours, secret, rounds)
    await Promise.all([ours, byHand, unlogged].map((server) => server.stop()))
  } finally {
    await bench.close()
  }
  await pagingBench(rounds)
}

const stored = 1_000_000
const targetRatio = 0.8
const batches = 10
const author = JSON.stringify({ type: 'user', id: 1, name: 'Person 1' })

type Row = { date: string; app_id: number; company_id: number; clicks: number }

const bare = `insert into clicks as stored (date, app_id, company_id, clicks, status, created_by, updated_by)
  select *, $6::jsonb, $6::jsonb from unnest($1::date[], $2::bigint[], $3::bigint[], $4::int[], $5::text[])
  on conflict (date, app_id, company_id) do update set clicks = excluded.clicks, status = excluded.status
  where (stored.clicks, stored.status) is distinct from (excluded.clicks, excluded.status)
  returning id`

/** Compares batches into a million rows over HTTP with the bare SQL statement, in turns. */
async function bulkBench(pool: pg.Pool, server: Server, secret: string, { rounds }: Rounds) {
  await seedClicks(pool, stored)
  for (const size of [1000, 10_000]) {
    const ratios: number[] = []
    const times = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      const ours = await timed((batch) => send(server, secret, rowsOf(size, round, batch, 0)))
      const direct = await timed((batch) => store(pool, rowsOf(size, round, batch, 500)))
      // The first round warms up both.
      if (round === 0) continue
      times.ours.push(ours)
      times.bare.push(direct)
      ratios.push(direct / ours)
    }
    console.log(
      `  ${`bulk ${size}`.padEnd(16)} ours ${medianOf(times.ours).toFixed(1)} ms, the bare statement ${medianOf(times.bare).toFixed(1)} ms`,
    )
    console.log(
      `  ${`bulk ${size}`.padEnd(16)} ratio ${medianOf(ratios).toFixed(2)} (target ${targetRatio}, rounds ${ratios.map((value) => value.toFixed(2)).join(' ')})`,
    )
  }
}

async function timed(run: (batch: number) => Promise<void>): Promise<number> {
  const start = performance.now()
  for (let batch = 0; batch < batches; batch++) await run(batch)
  return (performance.now() - start) / batches
}

// New rows. Each of the two uses its own half of the applications, so that neither updates rows of the other.
function rowsOf(size: number, round: number, batch: number, apps: number): Row[] {
  return Array.from({ length: size }, (_, n) => ({
    date: new Date(Date.UTC(2040, 0, 1) + Math.floor(n / 500) * 86_400_000).toISOString().slice(0, 10),
    app_id: 1 + apps + (n % 500),
    company_id: 1 + round * batches + batch + (size > 1000 ? 500 : 0),
    clicks: n,
  }))
}

async function send(server: Server, secret: string, rows: Row[]): Promise<void> {
  const answer = await fetch(`${server.url}/api/v1/analytics/clicks/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rows }),
  })
  const { created } = (await answer.json()) as { created?: number }
  if (created !== rows.length) throw new Error(`${created} of ${rows.length} rows were created.`)
}

async function store(pool: pg.Pool, rows: Row[]): Promise<void> {
  const values = [
    rows.map(({ date }) => date),
    rows.map(({ app_id }) => app_id),
    rows.map(({ company_id }) => company_id),
    rows.map(({ clicks }) => clicks),
    rows.map(() => 'ok'),
    author,
  ]
  await pool.query({ name: 'bare', text: bare, values })
}

const few = 5000
const many = { usual: 500_000, full: 5_000_000 }

/** Compares page 1 of many rows with their last page, read by cursor, and with page 1 of few rows. */
async function pagingBench(rounds: Rounds & { full?: boolean }): Promise<void> {
  const rows = rounds.full ? many.full : many.usual
  const [small, large] = [await world(few), await world(rows)]
  try {
    const { rows: last } = await large.bench.pool.query(
      'select date::text, id::int from clicks order by date, id offset 30 limit 1',
    )
    const deepest = `&cursor=${encodeCursor(last[0].date, last[0].id)}`
    const scenario = { path: '/api/v1/analytics/clicks?per_page=25', targetRatio: 0.77 }
    const at = ({ server, headers }: World, query: string) => ({ ...server, headers, query })
    await compare(
      { ...scenario, name: `page of ${rows}` },
      { deepest: at(large, deepest), 'page 1': at(large, '') },
      rounds,
    )
    await compare(
      { ...scenario, name: `${rows} and ${few}` },
      { many: at(large, ''), few: at(small, '') },
      rounds,
    )
    await Promise.all([small.server.stop(), large.server.stop()])
  } finally {
    await Promise.all([small.bench.close(), large.bench.close()])
  }
}

type World = { bench: Bench; server: Server; headers: Record<string, string> }

async function world(rows: number): Promise<World> {
  const bench = await benchDatabase()
  const secret = await seedOperations(bench.pool, 500)
  await seedClicks(bench.pool, rows)
  return {
    bench,
    server: await startServer('ours', { DATABASE_URL: bench.url }),
    headers: { authorization: `Bearer ${secret}` },
  }
}
