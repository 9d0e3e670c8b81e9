import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { follower, writeLoad } from './load.ts'
import {
  type DatabaseServer,
  databaseServer,
  missingPrograms,
  proxy,
  serviceServer,
  stopAll,
  waitFor,
} from './machines.ts'

// Tests the set-up of docs/high-availability.md on one machine: the loss of the primary with synchronous and with
// asynchronous replication, and a rolling restart of the service. Exits with 1 if a promise of that page is broken.

const maxMsToWrite = 5000
const broken: string[] = []

const missing = process.getuid?.() === 0 ? missingPrograms() : ['the rights of root']
if (missing.length > 0) {
  console.log(`Skipped, because this machine does not have ${missing.join(', ')}.`)
  process.exit()
}

const servers = [1, 2, 3].map(databaseServer)
try {
  proxy()
  const primary = await findPrimary()
  const service = [
    serviceServer(1),
    serviceServer(2, 'postgres://portfolio:SECRET-portfolio@127.0.0.31:5432/portfolio'),
  ]
  // The second one reaches the primary through the proxy, which has to notice it first.
  await waitFor('the proxy', () => answers('127.0.0.31'))
  let processes = service.map(({ start }) => start())
  await waitFor('the service', async () =>
    (await Promise.all(service.map((one) => one.isReady()))).every(Boolean),
  )

  await waitFor(
    'the standbys',
    async () => (await standbysOf('sync')) === 1 && (await standbysOf('async')) === 1,
  )
  await killPrimary('synchronous', primary)
  await fetch(`http://${(await findPrimary()).address}:8008/config`, {
    method: 'PATCH',
    body: JSON.stringify({ synchronous_mode: false }),
  })
  await waitFor('the standbys', async () => (await standbysOf('async')) === 2)
  await killPrimary('asynchronous', await findPrimary())

  const load = writeLoad('restart')
  for (const [index, { start, isReady }] of service.entries()) {
    const ended = once(processes[index]!, 'exit')
    processes[index]!.kill('SIGTERM')
    await ended
    processes = processes.with(index, start())
    await waitFor('the service', isReady)
    await sleep(3000)
  }
  await load.stop()
  report('rolling restart', { answered: load.acknowledged.length, failed: summary(load.failures) })
  expect(load.failures.size === 0, 'a rolling restart loses no request')
} finally {
  console.log(`The logs are in ${await stopAll(servers)}.`)
}
for (const promise of broken) console.log(`BROKEN: ${promise}`)
process.exit(broken.length > 0 ? 1 : 0)

/** Kills the primary under load, and starts its server again once another one is the primary. */
async function killPrimary(mode: 'synchronous' | 'asynchronous', primary: DatabaseServer): Promise<void> {
  const load = writeLoad(mode)
  const feed = follower()
  await sleep(5000)
  const killedAt = performance.now()
  primary.kill()
  const others = servers.filter((server) => server !== primary)
  await waitFor('a promotion', () => some(others, 'primary'))
  const promotedAt = performance.now()
  await sleep(maxMsToWrite + 3000)
  primary.start()
  await waitFor('the lost server to follow', async () => (await primary.check('replica')) === 200)
  const rejoinedAt = performance.now()
  await load.stop()
  const { created, expired } = await feed.stop()

  const stored = await titlesLike(mode)
  const lost = load.acknowledged.filter(({ title }) => !stored.includes(title))
  const firstAfter = load.acknowledged.find(({ sentAt }) => sentAt > killedAt)
  const msToWrite = Math.round((firstAfter?.answeredAt ?? Number.POSITIVE_INFINITY) - promotedAt)
  const followed = created.filter((title) => title.startsWith(mode))
  report(mode, {
    acknowledged: load.acknowledged.length,
    lost: lost.length,
    msToPromotion: Math.round(promotedAt - killedAt),
    msFromPromotionToWrite: msToWrite,
    msToRejoin: Math.round(rejoinedAt - killedAt),
    cursorExpired: expired,
    followed: followed.length,
    stored: stored.length,
    failed: summary(load.failures),
  })
  expect(mode === 'asynchronous' || lost.length === 0, 'no acknowledged write is lost')
  expect(msToWrite < maxMsToWrite, 'writes succeed within 5 s of the promotion')
  expect(new Set(stored).size === stored.length, 'a repeated write is stored once')
  expect(followed.toSorted().join() === stored.toSorted().join(), 'the feed returns every change or 410')
}

function expect(holds: boolean, promise: string): void {
  if (!holds) broken.push(promise)
}

function report(name: string, values: object): void {
  console.log(name, JSON.stringify(values))
}

function summary(failures: Map<string, number>): Record<string, number> {
  return Object.fromEntries(failures)
}

async function findPrimary(): Promise<DatabaseServer> {
  await waitFor('a primary', () => some(servers, 'primary'))
  for (const server of servers) if ((await server.check('primary')) === 200) return server
  return findPrimary()
}

async function some(candidates: DatabaseServer[], check: string): Promise<boolean> {
  return (await Promise.all(candidates.map((server) => server.check(check)))).includes(200)
}

async function standbysOf(kind: 'sync' | 'async'): Promise<number> {
  const rows = await query(
    (await findPrimary()).address,
    'postgres',
    `select 1 from pg_stat_replication where state = 'streaming' and sync_state = '${kind}'`,
  )
  return rows.length
}

async function answers(address: string): Promise<boolean> {
  return query(address, 'portfolio', 'select 1').then(
    () => true,
    () => false,
  )
}

async function titlesLike(start: string): Promise<string[]> {
  const { address } = await findPrimary()
  const rows = await query(address, 'portfolio', `select title from signals where title like '${start} %'`)
  return rows.map(({ title }) => title)
}

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
async function query(host: string, user: 'postgres' | 'portfolio', text: string): Promise<any[]> {
  const password = user === 'postgres' ? 'SECRET-superuser' : 'SECRET-portfolio'
  const client = new pg.Client({ host, user, password, database: 'portfolio' })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
