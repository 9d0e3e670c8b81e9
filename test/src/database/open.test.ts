import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { entities } from '../../../src/catalog/entities.ts'
import { connectionOf } from '../../../src/database/em-connection.ts'
import type { LimitedClient } from '../../../src/database/limited-client.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { readInTransaction } from '../../../src/database/read.ts'
import { transact } from '../../../src/database/transaction.ts'
import { query } from '../../support/cluster.ts'
import { stallableProxy } from '../../support/stallable-proxy.ts'
import { startPooler } from '../../support/transaction-pooler.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const open = (url: string, prepared = true) =>
  openDatabase({
    url,
    dataDir: '',
    replicaUrls: [],
    pool: 2,
    prepared,
    entities,
    migrations,
    report: () => undefined,
  })
const openAs = (query: string) => open(`${world.url}?${query}`)

describe('the query of DATABASE_URL', () => {
  it('is passed to the driver', async () => {
    const database = await openAs('application_name=nightly')
    const rows = await database.read({
      text: `select current_setting('application_name') as name`,
      values: [],
    })
    await database.close()
    expect(rows).toEqual([{ name: 'nightly' }])
  })

  it('can require a secure connection, without which opening fails', async () => {
    // The server has no TLS, or a certificate that no authority signed.
    await expect(openAs('sslmode=verify-full')).rejects.toThrow(/cannot be used: .*(SSL|certificate)/)
  })
})

describe('a pooler that rejects the time limits as startup parameters', () => {
  it('is named as the reason if the URL contains such a limit', async () => {
    const pooler = await startPooler(world.url, 1)
    await expect(open(`${pooler.url}?statement_timeout=1000`, false)).rejects.toThrow(
      /cannot be used: unsupported startup parameter: statement_timeout\. Start the database or correct/,
    )
    await pooler.close()
  })

  it('is used without them: a longer limit of one transaction still applies', async () => {
    const pooler = await startPooler(world.url, 2)
    const database = await open(pooler.url, false)
    const limit = { text: `select current_setting('statement_timeout') as limit`, values: [] }
    const limitOf = (options: Parameters<typeof transact>[2]) =>
      transact(
        database.orm,
        async (em) => (await readInTransaction(em)<{ limit: string }>(limit))[0]?.limit,
        options,
      )
    const limits = [await limitOf({}), await limitOf({ timeLimit: 'bulk' }), await limitOf({})]
    await database.close()
    await pooler.close()
    expect(limits).toEqual(['0', '1min', '0'])
  })

  it('gives transactions the isolation level and values the format of the service, whatever those of the role are', async () => {
    const name = new URL(world.url).pathname.slice(1)
    await query(world.url, `alter database ${name} set default_transaction_isolation = serializable`)
    onTestFinished(() => query(world.url, `alter database ${name} reset default_transaction_isolation`))
    const pooler = await startPooler(world.url, 2)
    const database = await open(pooler.url, false)
    const level = { text: `select current_setting('transaction_isolation') as level`, values: [] }
    const levelOf = (options: Parameters<typeof transact>[2]) =>
      transact(database.orm, (em) => readInTransaction(em)(level), options)
    for (const options of [{}, { timeLimit: 'bulk' }, { timeLimit: 'migration' }, { dryRun: true }] as const)
      expect(await levelOf(options)).toEqual([{ level: 'read committed' }])
    expect(pooler.lastStartup()).toMatchObject({ datestyle: 'ISO' })
    await database.close()
    await pooler.close()
  })

  it('is given up when it is silent, and used again when it answers', async () => {
    const pooler = await startPooler(world.url, 2)
    const proxy = await stallableProxy(Number(new URL(pooler.url).port))
    const proxied = Object.assign(new URL(pooler.url), { port: String(proxy.port) })
    const database = await open(proxied.href, false)
    const one = { text: 'select 1 as one', values: [] }
    const stalled = transact(database.orm, async (em) => {
      await readInTransaction(em)(one)
      const client = connectionOf(em) as unknown as LimitedClient
      client.limitStatements(200)
      proxy.stall()
      await readInTransaction(em)(one)
    })
    await expect(stalled).rejects.toThrow('Query read timeout')
    // No later statement waits behind this one.
    expect((await database.orm.em.getConnection().getNativeClient()).totalCount).toBe(0)
    proxy.resume()
    expect(await transact(database.orm, (em) => readInTransaction(em)(one))).toEqual([{ one: 1 }])
    await database.close()
    await pooler.close()
  })
})

describe('a connection that is always in use', () => {
  afterEach(() => vi.useRealTimers())

  it('is replaced after five minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const database = await open(world.url)
    const connection = async () => {
      const [row] = await database.read<{ pid: number }>({
        text: 'select pg_backend_pid() as pid',
        values: [],
      })
      return row?.pid
    }
    const first = await connection()
    // An idle connection is closed after ten seconds.
    for (let seconds = 5; seconds < 300; seconds += 5) {
      await vi.advanceTimersByTimeAsync(5000)
      expect(await connection()).toBe(first)
    }
    await vi.advanceTimersByTimeAsync(5000)
    expect(await connection()).not.toBe(first)
    await database.close()
  })
})
