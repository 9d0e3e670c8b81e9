import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { makeProduct } from '../support/makers.ts'
import { answerOf } from './call-tool.ts'
import { connections } from './client.ts'
import { makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
const client = await connections['v2 modern over HTTP']?.(world)
const other = new pg.Client(world.url)
await other.connect()
afterAll(() => Promise.all([client.close(), other.end()]))

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
