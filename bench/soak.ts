import { parseArgs } from 'node:util'
import autocannon, { type Options, type Result } from 'autocannon'
import { benchDatabase } from './support/database.ts'
import { seedPortfolio } from './support/portfolio-data.ts'
import { type Server, startServer } from './support/server.ts'

// Sends half of the load that the server can serve for a long time, and prints how memory and p99 change per minute:
// `npx node bench/soak.ts --minutes 60`. The first third is the warm-up and is not part of the slopes.

const connections = 16
const calibrationSeconds = 10

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const minutes = Number(values.minutes)
if (!(minutes >= 3)) throw new Error('--minutes must be at least 3.')

type Minute = { rss: number; heap: number; p99: number }

const bench = await benchDatabase()
try {
  const secret = await seedPortfolio(bench.pool)
  // With the garbage collector exposed, so that the memory in use is known and not only what waits to be collected.
  process.env.BENCH_NODE_OPTIONS ??= '--expose-gc'
  const server = await startServer('ours', { DATABASE_URL: bench.url })
  try {
    await soak(server, requestsOf(secret))
  } finally {
    await server.stop()
  }
} finally {
  await bench.close()
}

async function soak(server: Server, requests: Options['requests']): Promise<void> {
  await load(server, requests, { duration: calibrationSeconds })
  const full = await load(server, requests, { duration: calibrationSeconds })
  const overallRate = Math.round(full.requests.total / full.duration / 2)
  console.log(`half load: ${overallRate} requests a second`)
  console.log('minute  requests  p50 ms  p99 ms  memory MB  heap MB')
  const measured: Minute[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    const result = await load(server, requests, { duration: 60, overallRate })
    const { rss, heapUsed } = await server.memory()
    const { p50, p99 } = result.latency
    measured.push({ rss: rss / 1e6, heap: heapUsed / 1e6, p99 })
    const columns = [
      minute,
      result.requests.total,
      p50,
      p99,
      (rss / 1e6).toFixed(1),
      (heapUsed / 1e6).toFixed(1),
    ]
    console.log(
      columns.map((column, index) => String(column).padStart([6, 8, 6, 6, 9, 7][index] ?? 0)).join('  '),
    )
  }
  const steady = measured.slice(Math.floor(minutes / 3))
  console.log(`memory: ${slope(steady, 'rss')} MB a minute (target below 0.2)`)
  console.log(`heap after garbage collection: ${slope(steady, 'heap')} MB a minute`)
  console.log(`p99: ${slope(steady, 'p99')} ms a minute`)
}

async function load(
  server: Server,
  requests: Options['requests'],
  options: { duration: number; overallRate?: number },
): Promise<Result> {
  const result = await autocannon({ url: server.url, connections, requests, ...options })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx} responses were not 2xx and ${result.errors} requests failed.`)
  return result
}

// Nine reads and one write. It changes a product, so that the size of the data stays the same: the summary, for
// instance, counts the signals of the last 30 days, and would take longer with each new one.
function requestsOf(secret: string): Options['requests'] {
  const headers = { 'x-portfolio-token': secret }
  const reads = [
    'products?limit=50',
    'signals?limit=50',
    'products/product-7',
    'signals?product_slug=product-7',
    'tasks?limit=20',
    'products/product-8',
    'apps?limit=50',
    'changes?limit=50',
    'summary',
  ].map((path) => ({ method: 'GET', path: `/api/portfolio/${path}`, headers }))
  const write = {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    setupRequest: <R extends object>(request: R) => ({ ...request, ...change() }),
  }
  return [...reads, write]
}

function change(): { path: string; body: string } {
  const path = `/api/portfolio/products/product-${1 + Math.floor(Math.random() * 200)}`
  return { path, body: JSON.stringify({ next_step: `Ask ${Math.random()}` }) }
}

/** Returns the slope of the line that fits the values best. */
function slope(measured: Minute[], key: keyof Minute): string {
  const middle = (measured.length - 1) / 2
  const mean = measured.reduce((sum, minute) => sum + minute[key], 0) / measured.length
  const rise = measured.reduce((sum, minute, index) => sum + (index - middle) * (minute[key] - mean), 0)
  const run = measured.reduce((sum, _, index) => sum + (index - middle) ** 2, 0)
  return (rise / run).toFixed(2)
}
