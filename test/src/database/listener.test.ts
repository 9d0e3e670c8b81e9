import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Listener } from '../../../src/database/listener.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { query } from '../../support/rows.ts'
import { startPooler } from '../../support/transaction-pooler.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

function listen(channel: string, orm = world.database.orm) {
  const heard: number[] = []
  const listener = new Listener({ orm, channel, onNotification: () => heard.push(Date.now()) })
  onTestFinished(() => listener.close())
  return { listener, heard }
}

const backendsOf = (channel: string) =>
  query(
    world.url,
    `select pid from pg_stat_activity where datname = current_database() and query in ('select 1', 'listen "${channel}"')`,
  )

describe('a listener', () => {
  it('hears the notifications of other processes', async () => {
    const { listener, heard } = listen('heard')
    await expect.poll(() => listener.isCurrent(), { timeout: 5000 }).toBe(true)
    const before = heard.length
    await query(world.url, 'notify heard')
    await expect.poll(() => heard.length, { timeout: 1000 }).toBe(before + 1)
  })

  it('is not current while its connection is broken, and listens again', async () => {
    const { listener, heard } = listen('broken')
    await expect.poll(() => listener.isCurrent(), { timeout: 5000 }).toBe(true)
    const before = heard.length
    for (const { pid } of await backendsOf('broken'))
      await query(world.url, `select pg_terminate_backend(${pid})`)
    await expect.poll(() => listener.isCurrent(), { timeout: 1000, interval: 1 }).toBe(false)
    await expect.poll(() => listener.isCurrent(), { timeout: 10_000 }).toBe(true)
    // What was sent in between was not heard, so it counts as one notification.
    expect(heard.length).toBeGreaterThan(before)
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
    const { listener } = listen('pooled', database.orm)
    for (let waited = 0; waited < 30; waited++) {
      expect(listener.isCurrent()).toBe(false)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })
})
