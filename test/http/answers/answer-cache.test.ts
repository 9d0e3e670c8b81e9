import { beforeAll, describe, expect, it } from 'vitest'
import { hold } from '../../support/hold.ts'
import { makeProduct, makeToken, root } from '../../support/makers.ts'
import { query } from '../../support/rows.ts'
import { readsOf, statementsOf } from '../../support/statements.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const get = (path: string, headers?: Record<string, string>) =>
  world.send('GET', root + path, undefined, headers)

/** Requests a path until an answer comes from the cache, and returns that answer. */
async function cached(path: string, headers?: Record<string, string>) {
  let answer = await get(path, headers)
  // Other test files write into this cluster too: only an answer of the same snapshot and second is reused.
  const isCached = async () => {
    await get(path, headers)
    const statements = await statementsOf(async () => {
      answer = await get(path, headers)
    })
    return statements.length === 1 && statements[0]?.includes('pg_current_snapshot')
  }
  await expect.poll(isCached, { interval: 1 }).toBe(true)
  return answer
}

describe('an answer', () => {
  it('is reused with the same headers, without reading the data', async () => {
    await makeProduct(world)
    const first = await get('/products?limit=9')
    const again = await cached('/products?limit=9')
    expect(again.body).toEqual(first.body)
    const sameHeaders = ['etag', 'content-type', 'content-length', 'cache-control', 'vary']
    for (const name of sameHeaders) expect([name, again.headers[name]]).toEqual([name, first.headers[name]])
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  it('is 304 for its ETag', async () => {
    const { headers } = await cached('/products?limit=8')
    const { status, body } = await get('/products?limit=8', { 'if-none-match': String(headers.etag) })
    expect([status, body]).toEqual([304, ''])
  })

  it.each([
    ['from the environment', async () => undefined],
    ['in the database', async () => (await makeToken(world)).headers],
  ])(
    'for a token %s contains a write once it is committed, also that of another process',
    async (_, makeHeaders) => {
      const { slug } = await makeProduct(world)
      const headers = await makeHeaders()
      const summaryOf = async () => (await get(`/products/${slug}`, headers)).body.product.summary
      await cached(`/products/${slug}`, headers)
      for (const summary of ['One', 'Two', 'Three']) {
        await world.send('PATCH', `${root}/products/${slug}`, { summary })
        expect(await summaryOf()).toBe(summary)
        await query(world.url, `update products set summary = 'By another' where slug = '${slug}'`)
        expect(await summaryOf()).toBe('By another')
      }
    },
  )

  it('has the same warnings', async () => {
    const path = '/signals?product_slug=missing'
    const first = await get(path)
    expect(first.body.warnings).toHaveLength(1)
    const again = await cached(path)
    expect([again.body, again.headers.etag]).toEqual([first.body, first.headers.etag])
  })

  it('is not given to a caller who may not read it', async () => {
    await cached('/tasks')
    const { headers } = await makeToken(world, ['write'])
    expect((await get('/tasks', headers)).status).toBe(403)
    expect((await get('/tasks', { 'x-portfolio-token': 'unknown' })).status).toBe(403)
  })

  it('is not cached if it is an error', async () => {
    for (let times = 0; times < 3; times++) expect((await get('/products?limit=0')).status).toBe(422)
    for (let times = 0; times < 3; times++) expect((await get('/products/missing')).status).toBe(404)
  })

  it('is not cached for a URL of more than 1,000 characters', async () => {
    const path = `/products?name=${encodeURIComponent('я'.repeat(200))}`
    const statements = await statementsOf(async () => {
      for (let times = 0; times < 3; times++) expect((await get(path)).status).toBe(200)
    })
    expect(statements.filter((text) => text.includes('pg_current_snapshot'))).toEqual([])
  })

  it('is computed once for all requests that wait for it after a write', async () => {
    const { slug } = await makeProduct(world)
    const path = `/products/${slug}`
    const computed = await readsOf(() => get(path))
    await cached(path)
    await world.send('PATCH', `${root}/products/${slug}`, { summary: 'Changed' })
    const reads = await readsOf(async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => get(path)))
      for (const { body } of answers) expect(body.product.summary).toBe('Changed')
    })
    expect(reads).toEqual(computed)
  })

  it('is computed again for a request that arrives after another write', async () => {
    const path = '/decisions?limit=6'
    await cached(path)
    const table = await hold(world.url, 'lock table decisions in access exclusive mode')
    await makeProduct(world)
    const first = get(path)
    await table.waitForBlocked(1)
    await makeProduct(world)
    const second = get(path)
    await table.waitForBlocked(2)
    await table.release()
    for (const { status } of await Promise.all([first, second])) expect(status).toBe(200)
  })

  it('is computed by a waiting request if the first one fails', async () => {
    const path = '/decisions?limit=7'
    await cached(path)
    const table = await hold(world.url, 'lock table decisions in access exclusive mode')
    await makeProduct(world)
    const answers = Promise.all([get(path), get(path)])
    await table.waitForBlocked(1)
    const isReading = "datname = current_database() and query like 'select%' and wait_event_type = 'Lock'"
    await query(world.url, `select pg_cancel_backend(pid) from pg_stat_activity where ${isReading}`)
    await table.waitForBlocked(1)
    await table.release()
    expect((await answers).map(({ status }) => status).toSorted()).toEqual([200, 503])
  })
})
