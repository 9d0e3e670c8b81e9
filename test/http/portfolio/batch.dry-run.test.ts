import { beforeAll, describe, expect, it } from 'vitest'
import { decision, sendBatch, signal, storedByBatches, task } from '../../support/batch.ts'
import { makeProduct, makeSignal } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
})

describe('a dry run of a batch', () => {
  it('returns the results without ids of new records, with their contexts, and stores nothing', async () => {
    const { id } = await makeSignal(world, { product_slug: 'fixed' })
    const before = await storedByBatches(world)
    const { status, body } = await sendBatch(
      world,
      [
        signal({}, 'new'),
        { operation: 'record_decision', body: { ...decision, tasks: [{ title: 'Nested' }] } },
        { operation: 'change_signal', key: id, body: { status: 'resolved' } },
        task({ evidence: [{ type: 'signal', id: 'ref:new' }] }),
      ],
      '?dry_run=1',
    )
    expect([status, body.message, body.dry_run]).toEqual([200, 'Batch would be applied.', true])
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([200, 200, 200, 200])
    const [first, second, third, fourth] = body.results
    expect(first.signal).not.toHaveProperty('id')
    expect(second.decision.tasks[0]).not.toHaveProperty('id')
    expect(third.signal).toMatchObject({ id, status: 'resolved' })
    for (const { context } of [first, second, third, fourth])
      expect(context.signals[0]).toMatchObject({ id, status: 'open' })
    expect(await storedByBatches(world)).toEqual(before)
    const rejected = await sendBatch(world, [signal({ title: '' })], '?dry_run=1')
    expect(Object.keys(rejected.body.errors)).toEqual(['operations.0.body.title'])
  })
})
