import { expect, it } from 'vitest'
import { ownDatabase, serve } from '../../cli/cli.ts'
import { decision, signal, task } from '../../support/batch.ts'
import { lockTable, waitForDisconnection } from '../../support/hold.ts'
import { root } from '../../support/makers.ts'
import { query } from '../../support/rows.ts'
import { token } from '../../support/world.ts'

const product = { operation: 'create_product', body: { name: 'Fixed', direction_slug: 'utilities' } }
const evidence = [{ type: 'signal', id: 'ref:fall' }]
const operations = [
  product,
  signal({}, 'fall'),
  { operation: 'record_decision', body: { ...decision, evidence } },
  task(),
]

const send = (server: { url: string }) =>
  fetch(`${server.url}${root}/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-portfolio-token': token, 'idempotency-key': 'batch' },
    body: JSON.stringify({ operations }),
  })

it('stores nothing of a batch whose server is killed midway, and accepts the same request again', async () => {
  const url = await ownDatabase()
  const environment = { DATABASE_URL: url, PORTFOLIO_TOKENS: token }
  const server = await serve(environment)
  const before = await stored(url)
  const lock = await lockTable(url, 'tasks')
  const interrupted = send(server).catch((error: unknown) => error)
  await lock.waitForBlocked(1)
  // The first operations are written by then, in a transaction that never commits.
  expect(await query(url, 'select last_value from products_id_seq where is_called')).toHaveLength(1)
  expect(await query(url, 'select last_value from signals_id_seq where is_called')).toHaveLength(1)
  await server.end('SIGKILL')
  expect(await interrupted).toBeInstanceOf(Error)
  await lock.release()
  await waitForDisconnection(url)
  expect(await stored(url)).toEqual(before)

  const next = await serve(environment)
  const retried = await send(next)
  expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([200, null])
  const after = {
    products: before.products + 1,
    signals: 1,
    decisions: 1,
    tasks: 1,
    evidence: 1,
    history: before.history + 4,
    idempotency_keys: before.idempotency_keys + 1,
  }
  expect(await stored(url)).toEqual(after)
  const repeat = await send(next)
  expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  expect(await repeat.json()).toEqual(await retried.json())
  expect(await stored(url)).toEqual(after)
})

const tables = [
  'products',
  'signals',
  'decisions',
  'tasks',
  'evidence',
  'history',
  'idempotency_keys',
] as const

async function stored(url: string) {
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`)
  const [row] = await query(url, `select ${counts.join(', ')}`)
  return row as Record<(typeof tables)[number], number>
}
