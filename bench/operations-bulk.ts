import type pg from 'pg'
import { medianOf, type Rounds } from './support/compare.ts'
import { seedClicks } from './support/operations-data.ts'
import type { Server } from './support/server.ts'

const stored = 1_000_000
const targetRatio = 0.8
const batches = 10
const author = JSON.stringify({ type: 'user', id: 1, name: 'Person 1' })

type Row = { date: string; app_id: number; company_id: number; clicks: number }

const bare = `insert into clicks as stored (date, app_id, company_id, clicks, status, created_by, updated_by)
  select *, $6::jsonb, $6::jsonb from unnest($1::date[], $2::bigint[], $3::bigint[], $4::int[], $5::text[])
  on conflict (date, app_id, company_id) do update set clicks = excluded.clicks, status = excluded.status
  where (stored.clicks, stored.status) is distinct from (excluded.clicks, excluded.status)
  returning xmax = 0 as created`

/** Compares batches into a million rows over HTTP with the bare SQL statement, in turns. */
export async function bulkBench(pool: pg.Pool, server: Server, secret: string, { rounds }: Rounds) {
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
