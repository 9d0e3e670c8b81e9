import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Listener } from '../../../src/database/listener.ts'
import { openDatabase } from '../../../src/database/open.ts'
import type { MikroORM } from '../../../src/database/transaction.ts'
import { query } from '../../support/rows.ts'
import { startPooler } from '../../support/transaction-pooler.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

function listen(
  channel: string,
  { orm = world.database.orm, sender }: { orm?: MikroORM; sender?: string } = {},
) {
  const received: number[] = []
  const listener = new Listener({
    orm,
    channel,
    ...(sender && { sender }),
    onNotification: () => received.push(Date.now()),
  })
  onTestFinished(() => listener.close())
  return { listener, received }
}

const backendsOf = (channel: string) =>
  query(
    world.url,
    `select pid from pg_stat_activity where datname = current_database() and query in ('select 1', 'listen "${channel}"')`,
  )

describe('a listener', () => {
  it('receives the notifications of other processes', async () => {
    const { listener, received } = listen('received')
    await expect.poll(() => listener.isCurrent(), { timeout: 20_000 }).toBe(true)
    const before = received.length
    await query(world.url, 'notify received')
    await expect.poll(() => received.length).toBe(before + 1)
  })

  it('is not current while its connection is broken, and listens again', async () => {
    const { listener, received } = listen('broken')
    await expect.poll(() => listener.isCurrent(), { timeout: 20_000 }).toBe(true)
    const before = received.length
    for (const { pid } of await backendsOf('broken'))
      await query(world.url, `select pg_terminate_backend(${pid})`)
    await expect.poll(() => listener.isCurrent(), { timeout: 5000, interval: 1 }).toBe(false)
    await expect.poll(() => listener.isCurrent(), { timeout: 20_000 }).toBe(true)
    // What was sent in between was not received, so it counts as one notification.
    expect(received.length).toBeGreaterThan(before)
  })

  it('is not current until the function exists that sends the notifications', async () => {
    const { listener } = listen('early', { sender: 'created_later' })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(listener.isCurrent()).toBe(false)
    await query(world.url, 'create function created_later() returns int language sql as $$ select 1 $$')
    await expect.poll(() => listener.isCurrent(), { timeout: 20_000 }).toBe(true)
  })

  it('is never current behind a transaction pooler, which delivers no notifications', async () => {
    const pooler = await startPooler(world.url, 2)
    onTestFinished(() => pooler.close())
    const options = { url: pooler.url, dataDir: '', replicaUrls: [], pool: 2, prepared: false }
    const database = await openDatabase({
      ...options,
      entities: world.database.orm.config.get('entities'),
      migrations: [],
      report: () => undefined,
    })
    onTestFinished(() => database.close())
    const countRuns = () => pooler.runs().reduce((sum, runs) => sum + runs, 0)
    const before = countRuns()
    const { listener } = listen('pooled', { orm: database.orm })
    for (let waited = 0; waited < 30; waited++) {
      expect(listener.isCurrent()).toBe(false)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    // It has run LISTEN and sent a notification.
    expect(countRuns()).toBeGreaterThanOrEqual(before + 2)
  })
})
