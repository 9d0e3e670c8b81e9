import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { chromium } from 'playwright-core'
import { fillDemo } from '../src/catalog/demo.ts'
import { transact } from '../src/database/transaction.ts'
import { args, executablePath } from '../test/support/browser-server.ts'
import { adminSession, benchActor } from './support/admin-session.ts'
import { measure, medianOf, type Rounds } from './support/compare.ts'
import { type Bench, benchDatabase } from './support/database.ts'
import { seedOperations } from './support/operations-data.ts'
import { type Server, startServer } from './support/server.ts'

const applications = 50_000
const targetMs = 30
const productTargetMs = 40
const targetKb = 60

// At most what a browser sends with its first visit to a page.
const accepted = { 'accept-encoding': 'gzip, br' }

const lists = [
  { name: 'list', path: '/admin/applications' },
  { name: 'filtered list', path: '/admin/applications?platform=ios&company_id=7' },
  { name: 'sorted list', path: '/admin/applications?sort=name' },
]

/**
 * Measures lists of 50 rows from 50,000 in the web interface, the page of a product, a first visit, and the export of
 * all rows.
 */
export async function adminBench(rounds: Rounds): Promise<void> {
  const bench = await benchDatabase()
  try {
    await seedOperations(bench.pool, applications)
    const server = await startServer('ours', { DATABASE_URL: bench.url })
    const headers = { cookie: await adminSession(bench, server.url), ...accepted }
    for (const { name, path } of lists) {
      await respond(server, headers, { name, path, target: targetMs })
      await measure({ name, path, headers }, server, rounds)
    }
    const product = await demoProduct(bench)
    await respond(server, headers, { name: 'product page', path: product, target: productTargetMs })
    await firstVisit(server, headers)
    await coldVisits(server.url, headers.cookie)
    await exportAll(server, headers)
    await server.stop()
  } finally {
    await bench.close()
  }
}

/** Adds the demo data and returns the address of the product with the most apps. */
async function demoProduct({ database, pool }: Bench): Promise<string> {
  await transact(database.orm, (em) => fillDemo(em, benchActor, { force: true, report: () => undefined }))
  const { rows } = await pool.query('select product_id from apps group by 1 order by count(*) desc limit 1')
  return `/admin/products/${rows[0].product_id}`
}

type Headers = Record<string, string>

/** Measures the time until a page is complete, one request after another. */
async function respond(
  server: Server,
  headers: Headers,
  { name, path, target }: { name: string; path: string; target: number },
): Promise<void> {
  const times: number[] = []
  for (let run = 0; run < 120; run++) {
    const start = performance.now()
    await load(server, path, headers)
    // The first requests warm up the server.
    if (run >= 20) times.push(performance.now() - start)
  }
  const slow = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
  console.log(
    `  ${name.padEnd(16)} ${medianOf(times).toFixed(1)} ms a page (target ${target}), 95 of 100 in ${slow.toFixed(1)} ms`,
  )
}

/** Adds up what a browser receives on its first visit to a list: the page and its files, with their headers. */
async function firstVisit(server: Server, headers: Headers): Promise<void> {
  const html = await fetch(`${server.url}/admin/applications`, { headers })
  const files = [...(await html.text()).matchAll(/(?:href|src)="(\/admin\/static\/[^"]+)"/g)]
  const paths = ['/admin/applications', ...files.map(([, path]) => path as string)]
  const sizes = await Promise.all(paths.map((path) => load(server, path, headers)))
  const total = sizes.reduce((sum, size) => sum + size, 0) / 1000
  const parts = paths.map(
    (path, index) => `${path.split('/').at(-1)} ${((sizes[index] ?? 0) / 1000).toFixed(1)}`,
  )
  console.log(
    `  ${'first visit'.padEnd(16)} ${total.toFixed(1)} kB (target ${targetKb}): ${parts.join(', ')}`,
  )
}

async function exportAll(server: Server, headers: Headers): Promise<void> {
  const start = performance.now()
  const bytes = await load(server, '/admin/applications.csv', headers)
  console.log(
    `  ${'export'.padEnd(16)} ${applications.toLocaleString('en')} rows, ${(bytes / 1e6).toFixed(1)} MB in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  )
}

/** Returns the number of bytes that the server sends for a request. */
function load({ url }: Server, path: string, headers: Headers): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${path}: ${response.statusCode}`))
      let bytes = response.rawHeaders.join('').length + 2 * response.rawHeaders.length
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes))
    })
    sent.on('error', reject).end()
  })
}

const visits = 9
const targetSeconds = 0.8

/**
 * Measures the time from the request of a list until its rows are visible, in a browser that has loaded nothing yet.
 */
export async function coldVisits(url: string, cookie: string): Promise<void> {
  if (!existsSync(executablePath)) {
    console.log(`  cold browser     skipped, because ${executablePath} does not exist`)
    return
  }
  const browser = await chromium.launch({ executablePath, args })
  const seconds: number[] = []
  for (let visit = 0; visit < visits; visit++) {
    const context = await browser.newContext({ extraHTTPHeaders: { cookie } })
    const page = await context.newPage()
    const start = performance.now()
    await page.goto(`${url}/admin/applications`, { waitUntil: 'commit' })
    await page.waitForSelector('tbody tr:nth-child(10)', { state: 'visible' })
    seconds.push((performance.now() - start) / 1000)
    await context.close()
  }
  await browser.close()
  console.log(
    `  cold browser     rows visible after ${medianOf(seconds).toFixed(2)} s (target ${targetSeconds})`,
  )
}
