import type pg from 'pg'
import { compare, type Rounds, type Scenario } from './support/compare.ts'
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

const words =
  'crash update android refund rating install screenshot conversion subscription ads launch keyword падение отзывы реклама подписка установки экран оплата возврат цена страна позиция видео'.split(
    ' ',
  )
const word = () => words[Math.floor(Math.random() ** 2 * words.length)]

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
    const all = { ...servers, 'without similar': await startServer('without similar', environment) }
    const { ours, 'without similar': without } = all
    await compare(variedSignals(secret, bench.pool), { ours, 'without similar': without }, rounds)
    await compare(await crowdedPlaces(secret, bench.pool), { 'among 100': ours, [emptyPlace]: ours }, rounds)
    await compare(await fullPlaces(secret, bench.pool), { [fullPlace]: ours, 'among 500': ours }, rounds)
    await Promise.all(Object.values(all).map((server) => server.stop()))
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

/** Signals of 180 products with titles of six words. Each round begins with 100 signals a product. */
function variedSignals(secret: string, pool: pg.Pool): Scenario {
  return {
    name: 'varied signals',
    targetRatio: 0.8,
    prepare: () => removeCreated(pool),
    ...creation(secret, () => 10 + Math.floor(Math.random() * 180)),
  }
}

const emptyPlace = 'among none'

/** Signals of 90 products with 100 signals each, which have titles of the same words, and of 90 without any. */
async function crowdedPlaces(secret: string, pool: pg.Pool): Promise<Scenario> {
  await pool.query(
    `update signals set title = (select string_agg(word, ' ') from
      (select word from unnest($1::text[]) as word order by random() + signals.id limit 6) as chosen)
      where product_id between 10 and 99`,
    [words],
  )
  await pool.query('delete from signals where product_id between 100 and 189')
  let first = 10
  return {
    name: 'crowded places',
    targetRatio: 0.8,
    prepare: async (label) => {
      first = label === emptyPlace ? 100 : 10
      await removeCreated(pool)
    },
    ...creation(secret, () => first + Math.floor(Math.random() * 90)),
  }
}

const fullPlace = 'among 10,000'

/** Signals of one title, in a product that has 10,000 of them and in one that has 500. */
async function fullPlaces(secret: string, pool: pg.Pool): Promise<Scenario> {
  await pool.query(
    `insert into signals (product_id, signal_type, title, credential, created_by, updated_by)
      select product_id, $1, $2, 'bench', $3, $3
      from (values (10, 10000), (11, 500)) as place (product_id, count), generate_series(1, count)`,
    [signal.signal_type, signal.title, { type: 'system' }],
  )
  let product = 10
  return {
    name: 'full places',
    targetRatio: 0.8,
    prepare: async (label) => {
      product = label === fullPlace ? 10 : 11
      await removeCreated(pool)
    },
    ...creation(
      secret,
      () => product,
      () => signal.title,
    ),
  }
}

async function removeCreated(pool: pg.Pool): Promise<void> {
  await pool.query("delete from signals where credential <> 'bench'")
  await pool.query('vacuum analyze signals')
}

const randomTitle = () => Array.from({ length: 6 }, word).join(' ')

/** Requests that create signals, each of the product with the next number. */
function creation(secret: string, productNumber: () => number, title = randomTitle) {
  const body = () =>
    JSON.stringify({
      ...signal,
      product_slug: `product-${productNumber()}`,
      title: title(),
    })
  return {
    method: 'POST',
    path: '/api/portfolio/signals',
    headers: { 'x-portfolio-token': secret, 'content-type': 'application/json' },
    body: body(),
    setupClient: (client) => client.on('response', () => client.setBody(body())),
  } satisfies Partial<Scenario>
}
