import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { cached } from '../../mcp/cache.ts'
import type { Read } from '../../src/database/read.ts'
import { type Reads, readVersion } from '../../src/database/snapshot.ts'
import { makeProduct } from '../support/makers.ts'
import { answerOf } from './call-tool.ts'
import { connections } from './client.ts'
import { makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
const client = await connections['v2 modern over HTTP']?.(world)
const other = new pg.Client(world.url)
await other.connect()
afterAll(() => Promise.all([client.close(), other.end()]))

const { read } = world.database
const render = (text: string) => async () => ({ trusted: text })

async function productNames(): Promise<string[]> {
  const { products } = answerOf(await client.callTool({ name: 'list_products' }))
  return products.map((product: { name: string }) => product.name)
}

it('returns every committed change at once, whichever connection wrote it', async () => {
  for (let round = 0; round < 10; round++) {
    const { id, name } = await makeProduct(world)
    expect((await productNames())[0]).toBe(name)
    await other.query('update products set name = $1 where id = $2', [`Renamed ${round}`, id])
    expect((await productNames())[0]).toBe(`Renamed ${round}`)
  }
})

it('returns the changes of a transaction only after its commit', async () => {
  const { id, name } = await makeProduct(world)
  await other.query('begin')
  await other.query(`update products set name = 'Committed' where id = $1`, [id])
  expect((await productNames())[0]).toBe(name)
  await other.query('commit')
  expect((await productNames())[0]).toBe('Committed')
})

/** A replica that has replayed the changes of the primary up to a position. */
const replica = (position: string): Reads['readReplica'] =>
  (async (statement) =>
    statement.text.includes('pg_last_wal_replay_lsn') ? [{ position }] : read(statement)) as Read

// Calls twice. Other test files write into this cluster too: only a try within one snapshot and one second counts.
async function isReused(first: Reads, second: Reads): Promise<boolean | undefined> {
  const before = await readVersion(world.database)
  const one = await cached(first, 'question', render('first'))
  const other = await cached(second, 'question', render('second'))
  const after = await readVersion(world.database)
  return before === after ? one === other : undefined
}
const decided = { timeout: 15_000, interval: 20 }

it('reuses an answer while nothing is written', async () => {
  await expect.poll(() => isReused(world.database, world.database), decided).toBe(true)
})

it('reuses an answer of a replica until it has replayed a change', async () => {
  const [reads, later] = ['0/1000', '0/2000'].map((position) => ({ read, readReplica: replica(position) }))
  await expect.poll(() => isReused(reads!, reads!), decided).toBe(true)
  await expect.poll(() => isReused(reads!, later!), decided).toBe(false)
})

it('reads the version of the data only for a repeated call', async () => {
  let versionsRead = 0
  const counting = (async (statement) => {
    if (statement.text.includes('pg_current_snapshot')) versionsRead++
    return read(statement)
  }) as Read
  const call = () => cached({ read: counting, readReplica: counting }, 'asked twice', render('answer'))
  await call()
  expect(versionsRead).toBe(0)
  await call()
  expect(versionsRead).toBe(1)
})

it('does not cache a failure', async () => {
  const failing = cached(world.database, 'broken', () => Promise.reject(new Error('away')))
  await expect(failing).rejects.toThrow('away')
  expect(await cached(world.database, 'broken', render('found'))).toMatchObject({ trusted: 'found' })
})
