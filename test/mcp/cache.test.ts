import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { remembered } from '../../mcp/cache.ts'
import { readSnapshot } from '../../src/database/snapshot.ts'
import { makeProduct } from '../support/makers.ts'
import { connections } from './client.ts'
import { makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
const client = await connections['v2 modern over HTTP']?.(world)
const other = new pg.Client(world.url)
await other.connect()
afterAll(() => Promise.all([client.close(), other.end()]))

const { read } = world.database
const tell = (text: string) => async () => ({ content: { text }, json: text })

async function names(): Promise<string[]> {
  const { structuredContent } = await client.callTool({ name: 'list_products' })
  return structuredContent.products.map((product: { name: string }) => product.name)
}

it('tells at once what was just written, by whoever', async () => {
  for (let round = 0; round < 10; round++) {
    const { id, name } = await makeProduct(world)
    expect((await names())[0]).toBe(name)
    await other.query('update products set name = $1 where id = $2', [`Renamed ${round}`, id])
    expect((await names())[0]).toBe(`Renamed ${round}`)
  }
})

it('tells nothing of a transaction that runs, and all of it once it is committed', async () => {
  const { id, name } = await makeProduct(world)
  await other.query('begin')
  await other.query(`update products set name = 'Committed' where id = $1`, [id])
  expect((await names())[0]).toBe(name)
  await other.query('commit')
  expect((await names())[0]).toBe('Committed')
})

it('finds an answer once while nothing is written', async () => {
  // Whoever else writes into this cluster ends a window in which nothing is.
  const inOneState = async () => {
    const clock = () => Math.floor(Date.now() / 1000)
    const before = [await readSnapshot(read), clock()]
    const told = [tell('first'), tell('second')].map((one) => remembered(world.database, 'question', one))
    const [first, second] = await Promise.all(told)
    const after = [await readSnapshot(read), clock()]
    return String(before) === String(after) ? first === second : undefined
  }
  await expect.poll(inOneState, { timeout: 15_000, interval: 20 }).toBe(true)
})

it('asks again where no answer was found', async () => {
  const fails = remembered(world.database, 'broken', () => Promise.reject(new Error('away')))
  await expect(fails).rejects.toThrow('away')
  expect(await remembered(world.database, 'broken', tell('found'))).toMatchObject({ json: 'found' })
})

it('remembers nothing of replicas, each of which is at a moment of its own', async () => {
  const reads = { read, readReplica: world.database.read.bind(undefined) }
  await remembered(reads, 'replica', tell('first'))
  expect(await remembered(reads, 'replica', tell('second'))).toMatchObject({ json: 'second' })
})
