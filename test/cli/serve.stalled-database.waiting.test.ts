import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { joinEmbedded } from '../../src/database/embedded/join.ts'
import { query as rowsOf } from '../support/rows.ts'
import { stallableProxy } from '../support/stallable-proxy.ts'
import { startPooler } from '../support/transaction-pooler.ts'
import { dataFolder, ownDatabase, serve } from './cli.ts'

const token = 'a-token-of-the-environment-for-this-test'
const headers = { 'x-portfolio-token': token, 'content-type': 'application/json' }
const signal = { direction_slug: 'utilities', signal_type: 'risk', title: 'Stalled' }

describe('a server whose database stalls', () => {
  it('answers 503 within 10 s, serves again within 5 s, and stops within 10 s', async () => {
    // All at once, since nearly all of the time is spent waiting.
    const stalling = [await serveThroughProxy(), await serveThroughPooler(), await serveFreezable()]
    await Promise.all(stalling.map(stallAndResume))
  })
})

/** A running server, and functions that stall its database and let it go on. */
type Stalling = {
  server: Awaited<ReturnType<typeof serve>>
  stall: () => void | Promise<void>
  resume: () => void
}

async function stallAndResume({ server, stall, resume }: Stalling): Promise<void> {
  const post = () =>
    fetch(`${server.url}/api/portfolio/signals`, { method: 'POST', headers, body: JSON.stringify(signal) })
  // Opens connections that then stall, beside those that are opened while it lasts.
  await Promise.all(Array.from({ length: 8 }, () => server.get('/api/portfolio/products', token)))
  await stall()
  const reads = Array.from({ length: 20 }, () => timed(server.get('/api/portfolio/products', token)))
  const answers = await Promise.all([...reads, timed(post()), timed(post())])
  for (const { response, ms } of answers) {
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(ms).toBeLessThan(10_000)
  }

  resume()
  const resumed = performance.now()
  while ((await server.get('/api/portfolio/products', token)).status !== 200) await sleep(100)
  expect(performance.now() - resumed).toBeLessThan(5_000)
  expect((await post()).status).toBe(201)

  await stall()
  const waiting = server.get('/api/portfolio/products', token).catch(() => undefined)
  await sleep(100)
  const stopped = performance.now()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(performance.now() - stopped).toBeLessThan(10_000)
  await waiting
}

// The network to the database stalls.
async function serveThroughProxy() {
  return serveStalling(await ownDatabase(), {})
}

// The network to a transaction pooler stalls. The server of the pooler has no time limits of the session.
async function serveThroughPooler(): Promise<Stalling> {
  const pooler = await startPooler(await ownDatabase(), 12)
  onTestFinished(pooler.close)
  return serveStalling(pooler.url, { DATABASE_PREPARED: '0' })
}

async function serveStalling(url: string, environment: Record<string, string>) {
  const proxy = await stallableProxy(Number(new URL(url).port))
  const proxied = new URL(url)
  proxied.hostname = '127.0.0.1'
  proxied.port = String(proxy.port)
  const server = await serve({ DATABASE_URL: proxied.href, PORTFOLIO_TOKENS: token, ...environment })
  return { ...proxy, server }
}

// The processes of the database are frozen: that of each connection, and the one that accepts new connections.
async function serveFreezable(): Promise<Stalling> {
  const DATA_DIR = await dataFolder()
  const server = await serve({ DATA_DIR, PORTFOLIO_TOKENS: token })
  const { superuserUrl, leave } = await joinEmbedded(DATA_DIR, () => undefined)
  await leave()
  const postmaster = Number.parseInt(
    await readFile(join(DATA_DIR, 'cluster/data/postmaster.pid'), 'utf8'),
    10,
  )
  const frozen = new Set<number>()
  const resume = () => {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    frozen.clear()
  }
  onTestFinished(resume)
  const stall = async () => {
    const backends = await rowsOf(
      superuserUrl,
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    for (const pid of [postmaster, ...backends.map((backend) => Number(backend.pid))]) {
      process.kill(pid, 'SIGSTOP')
      frozen.add(pid)
    }
  }
  return { server, stall, resume }
}

async function timed(request: Promise<Response>) {
  const start = performance.now()
  const response = await request
  await response.body?.cancel()
  return { response, ms: performance.now() - start }
}
