import { root, sql } from './makers.ts'
import type { World } from './world.ts'

type Operation = { operation: string; key?: unknown; body: object; ref?: string }

/** Sends a batch of operations. */
export const sendBatch = (world: World, operations: unknown, query = '', headers = {}) =>
  world.send('POST', `${root}/batch${query}`, { operations }, headers)

/** Returns an operation that records a signal of the product `fixed`. */
export const signal = (body: object = {}, ref?: string): Operation => ({
  operation: 'record_signal',
  body: { product_slug: 'fixed', signal_type: 'risk', title: 'Ratings fall', ...body },
  ...(ref && { ref }),
})

/** Returns an operation that creates a task of the product `fixed`. */
export const task = (body: object = {}, ref?: string): Operation => ({
  operation: 'create_task',
  body: { product_slug: 'fixed', title: 'Answer reviews', ...body },
  ...(ref && { ref }),
})

/** The body of a decision about the product `fixed`. */
export const decision = {
  product_slug: 'fixed',
  title: 'Scale it',
  decision_type: 'scale',
  owner: 'Anna',
  decision: 'Grow',
  review_at: '2099-01-01',
}

const tables = [
  'products',
  'apps',
  'signals',
  'insights',
  'economics',
  'decisions',
  'tasks',
  'canon_rules',
  'evidence',
  'history',
  'idempotency_keys',
]

/** Returns everything that a batch could store. */
export const storedByBatches = (world: World) =>
  Promise.all(tables.map((table) => sql(world, `select * from ${table} order by 1`)))
