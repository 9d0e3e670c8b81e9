import { bulkBench } from './operations-bulk.ts'
import { pagingBench } from './operations-paging.ts'
import { benchDatabase } from './support/database.ts'
import { duel, type Rounds } from './support/duel.ts'
import { seedOperations } from './support/operations-data.ts'
import { startServer } from './support/server.ts'

const applications = 50_000

/** Operations: lists, bulk, the cost of the request log, and pages far down. `full` takes the deepest pages of 5 M rows. */
export async function operationsBench(rounds: Rounds & { full: boolean }): Promise<void> {
  const bench = await benchDatabase()
  try {
    const secret = await seedOperations(bench.pool, applications)
    const environment = { DATABASE_URL: bench.url }
    const [ours, byHand, unlogged] = await Promise.all(
      ['ours', 'operations', 'unlogged'].map((name) => startServer(name, environment)),
    )
    if (!ours || !byHand || !unlogged) throw new Error('A server did not start.')
    const course = {
      path: '/api/v1/applications?per_page=25',
      headers: { authorization: `Bearer ${secret}` },
    }
    await duel({ ...course, name: '25 of 50,000', wanted: 0.9 }, { ours, 'by hand': byHand }, rounds)
    await duel({ ...course, name: 'request log', wanted: 0.95 }, { ours, unlogged }, rounds)
    await bulkBench(bench.pool, ours, secret, rounds)
    await Promise.all([ours, byHand, unlogged].map((server) => server.stop()))
  } finally {
    await bench.close()
  }
  await pagingBench(rounds)
}
