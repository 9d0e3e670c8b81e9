import { bulkBench } from './operations-bulk.ts'
import { pagingBench } from './operations-paging.ts'
import { compare, type Rounds } from './support/compare.ts'
import { benchDatabase } from './support/database.ts'
import { seedOperations } from './support/operations-data.ts'
import { startServer } from './support/server.ts'

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
