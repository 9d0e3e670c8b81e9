import { expect, it } from 'vitest'
import { lockTable } from '../support/hold.ts'
import { ownDatabase, serve } from './cli.ts'

const token = 'a-token-of-the-environment-for-this-test'
const headers = { 'x-portfolio-token': token, 'content-type': 'application/json' }

it('answers 503 within 10 s to a write that waits for a lock, and stores nothing', async () => {
  const DATABASE_URL = await ownDatabase()
  const server = await serve({ DATABASE_URL, PORTFOLIO_TOKENS: token })
  const path = `${server.url}/api/portfolio/products`
  const product = { direction_slug: 'utilities', name: 'Locked' }
  await fetch(path, { method: 'POST', headers, body: JSON.stringify(product) })
  const lock = await lockTable(DATABASE_URL, 'products')
  const body = JSON.stringify({ next_step: 'Never stored' })
  const sentAt = performance.now()
  const response = await fetch(`${path}/locked`, { method: 'PATCH', headers, body })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  expect(performance.now() - sentAt).toBeLessThan(10_000)
  await lock.release()
  const stored = await (await server.get('/api/portfolio/products/locked', token)).json()
  expect(stored).toMatchObject({ product: { next_step: null } })
})
