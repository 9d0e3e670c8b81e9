import { expect, it } from 'vitest'
import { ownDatabase, serve } from '../../cli/cli.ts'
import { lockTable, waitForDisconnection } from '../../support/hold.ts'
import { root } from '../../support/makers.ts'
import { query } from '../../support/rows.ts'
import { token } from '../../support/world.ts'

const decision = {
  product_slug: 'torch',
  title: 'Grow',
  decision_type: 'scale',
  owner: 'Anna',
  decision: 'Spend more.',
  review_at: '2030-01-01',
  tasks: [{ title: 'Agree the budget' }, { title: 'Draw new screenshots' }],
}

const post = (server: { url: string }, path: string, body: object, key: string) =>
  fetch(`${server.url}${root}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-portfolio-token': token, 'idempotency-key': key },
    body: JSON.stringify(body),
  })

it('stores nothing of a POST whose server is killed midway, and accepts the same request again', async () => {
  const url = await ownDatabase()
  const environment = { DATABASE_URL: url, PORTFOLIO_TOKENS: token }
  const server = await serve(environment)
  const product = { name: 'Torch', direction_slug: 'utilities' }
  expect((await post(server, 'products', product, 'product')).status).toBe(201)
  const before = await stored(url)
  const lock = await lockTable(url, 'tasks')
  const interrupted = post(server, 'decisions', decision, 'decision').catch((error: unknown) => error)
  await lock.waitForBlocked(1)
  // The decision and its history are written by then, in a transaction that never commits.
  expect(await query(url, 'select last_value from decisions_id_seq where is_called')).toHaveLength(1)
  await server.end('SIGKILL')
  expect(await interrupted).toBeInstanceOf(Error)
  await lock.release()
  await waitForDisconnection(url)
  expect(await stored(url)).toEqual(before)

  const next = await serve(environment)
  const retried = await post(next, 'decisions', decision, 'decision')
  expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([201, null])
  const after = { decisions: 1, tasks: 2, history: before.history + 3, keys: before.keys + 1 }
  expect(await stored(url)).toEqual(after)
  const repeat = await post(next, 'decisions', decision, 'decision')
  expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(await repeat.json()).toEqual(await retried.json())

  expect(await stored(url)).toEqual(after)
})

async function stored(url: string) {
  const count = (table: string, name = table) => `(select count(*)::int from ${table}) as ${name}`
  const counts = [count('decisions'), count('tasks'), count('history'), count('idempotency_keys', 'keys')]
  const [row] = await query(url, `select ${counts.join(', ')}`)
  return row as { decisions: number; tasks: number; history: number; keys: number }
}
