import { encodeCursor } from '../src/record/list/cursor.ts'
import { compare, type Rounds } from './support/compare.ts'
import { type Bench, benchDatabase } from './support/database.ts'
import { seedClicks, seedOperations } from './support/operations-data.ts'
import { type Server, startServer } from './support/server.ts'

const few = 5000
const many = { usual: 500_000, full: 5_000_000 }

/** Compares page 1 of many rows with their last page, read by cursor, and with page 1 of few rows. */
export async function pagingBench(rounds: Rounds & { full?: boolean }): Promise<void> {
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
