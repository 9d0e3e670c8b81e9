import { benchDatabase } from './support/database.ts'
import { type Course, duel, type Rounds } from './support/duel.ts'
import { seedPortfolio } from './support/portfolio-data.ts'
import { startServer } from './support/server.ts'

const signal = {
  product_slug: 'product-7',
  signal_type: 'problem',
  title: 'Crashes after the update on Android 15',
  severity: 'high',
  source_layer: 'store-console',
  body: 'The share of sessions that crash rose from 0.4 to 2.1 percent since version 3.2.',
  recommended_action: 'Roll back, then find out why.',
}

/** The hot paths of the portfolio, over 200 products, 1,000 apps and 20,000 signals. */
export async function portfolioBench(rounds: Rounds): Promise<void> {
  const bench = await benchDatabase()
  try {
    const secret = await seedPortfolio(bench.pool)
    const environment = { DATABASE_URL: bench.url }
    const servers = {
      ours: await startServer('ours', environment),
      'by hand': await startServer('portfolio', environment),
    }
    for (const course of courses(secret)) await duel(course, servers, rounds)
    await Promise.all(Object.values(servers).map((server) => server.stop()))
  } finally {
    await bench.close()
  }
}

function courses(secret: string): Course[] {
  const headers = { 'x-portfolio-token': secret }
  return [
    { name: 'summary', wanted: 0.9, path: '/api/portfolio/summary', headers },
    { name: 'product list', wanted: 0.9, path: '/api/portfolio/products?limit=50', headers },
    {
      name: 'signal create',
      wanted: 0.6,
      method: 'POST',
      path: '/api/portfolio/signals',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(signal),
    },
  ]
}
