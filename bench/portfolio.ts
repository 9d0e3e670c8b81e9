import { compare, measure, type Rounds, type Scenario } from './support/compare.ts'
import { benchDatabase } from './support/database.ts'
import { seedPortfolio } from './support/portfolio-data.ts'
import { startServer } from './support/server.ts'

const signal = {
  product_slug: 'product-7',
  signal_type: 'problem',
  title: 'Crashes after the update on Android 15',
  severity: 'high',
  source_layer: 'store-console',
  body: 'The share of sessions that crash rose from 0.4 to 2.1 percent since version 3.2.',
  recommended_action: 'Roll back, then find the cause.',
}

const manySignals = `
  insert into signals (product_id, credential, signal_type, title, created_by, updated_by)
  select 8, 'bench', 'problem',
    (array['Crashes after the update', 'Refunds grow in Spain', 'Rating fell', 'Installs rose'])[1 + n % 4] || ' in week ' || n,
    created_by, updated_by
  from generate_series(1, 2000) as n, (select created_by, updated_by from signals limit 1) as author`

/** Measures the most frequent requests to a portfolio of 200 products, 1,000 apps and 20,000 signals. */
export async function portfolioBench(rounds: Rounds): Promise<void> {
  const bench = await benchDatabase()
  try {
    const secret = await seedPortfolio(bench.pool)
    const environment = { DATABASE_URL: bench.url }
    const servers = {
      ours: await startServer('ours', environment),
      'by hand': await startServer('portfolio', environment),
    }
    for (const scenario of scenarios(secret)) await compare(scenario, servers, rounds)
    // Dry runs, so that the number of compared titles stays the same. Product 8 gets 2,000 open signals, product 9 has ten.
    await bench.pool.query(manySignals)
    for (const [name, product_slug] of [
      ['among 2,000', 'product-8'],
      ['among ten', 'product-9'],
    ]) {
      const [body, path] = [JSON.stringify({ ...signal, product_slug }), '/api/portfolio/signals?dry_run=1']
      const headers = { 'x-portfolio-token': secret, 'content-type': 'application/json' }
      await measure({ name: `create ${name}`, method: 'POST', path, headers, body }, servers.ours, rounds)
    }
    await Promise.all(Object.values(servers).map((server) => server.stop()))
  } finally {
    await bench.close()
  }
}

function scenarios(secret: string): Scenario[] {
  const headers = { 'x-portfolio-token': secret }
  return [
    { name: 'summary', targetRatio: 0.9, path: '/api/portfolio/summary', headers },
    { name: 'product list', targetRatio: 0.9, path: '/api/portfolio/products?limit=50', headers },
    {
      name: 'signal create',
      targetRatio: 0.6,
      method: 'POST',
      path: '/api/portfolio/signals',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(signal),
    },
  ]
}
