import { beforeAll, describe, expect, it } from 'vitest'
import { decision, sendBatch, signal, storedByBatches, task } from '../../support/batch.ts'
import { makeProduct, makeSignal, makeToken, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
})

describe('a dry run of a batch', () => {
  it('names beside a record none that only the batch would create, and neither does a proposal', async () => {
    await makeProduct(world, { name: 'Beside' })
    const own = { product_slug: 'beside', title: 'Crashes on start' }
    const { id } = await makeSignal(world, own)
    const operations = [
      signal(own),
      signal({ ...own, title: 'Crashes on every start' }),
      { operation: 'record_decision', body: { ...decision, ...own, tasks: [{ title: 'Stop the crashes' }] } },
      task({ ...own, title: 'Stop the crashes' }),
    ]
    const token = await makeToken(world, ['read', 'propose'])
    const proposed = await world.send('POST', `${root}/batch`, { operations }, token.headers)
    expect(proposed.status).toBe(202)
    const shown = await world.send('GET', proposed.headers.location as string)
    const { body } = await sendBatch(world, operations, '?dry_run=1')
    for (const results of [body.results, proposed.body.results, shown.body.proposal.preview.results]) {
      const besides = results.map(
        ({ similar, open_here }: Record<string, { kind?: string; id: number }[]>) => [
          similar?.filter(({ kind }) => kind !== 'proposal').map((one) => one.id),
          open_here?.map((one) => one.id),
        ],
      )
      expect(besides).toEqual([
        [[id], [id]],
        [[id], [id]],
        [expect.any(Array), [id]],
        [expect.any(Array), [id]],
      ])
      expect(besides[3][0]).not.toContainEqual(expect.any(Number))
    }
  })

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
    expect(first.context.signals[0]).toMatchObject({ id, status: 'open' })
    const same = { same_as: 'operations.0' }
    const ofOthers = [second, third, fourth].map(({ context }) => context)
    expect(ofOthers).toContainEqual({ ...same, outcomes: null })
    for (const context of ofOthers) expect(context).toMatchObject(same)
    expect(await storedByBatches(world)).toEqual(before)
    const elsewhere = { product_slug: undefined, direction_slug: 'fitness' }
    const places = await sendBatch(
      world,
      [signal(), signal(elsewhere), task(), task(elsewhere)],
      '?dry_run=1',
    )
    const contexts = places.body.results.map(({ context }: { context: object }) => context)
    expect(contexts).toMatchObject([
      { signals: [{ id }] },
      { rules: [], decisions: [], signals: [] },
      { same_as: 'operations.0' },
      { same_as: 'operations.1' },
    ])
    const rejected = await sendBatch(world, [signal({ title: '' })], '?dry_run=1')
    expect(Object.keys(rejected.body.errors)).toEqual(['operations.0.body.title'])
  })

  it('names records that it would create by their operation instead of an id', async () => {
    const { status, body } = await sendBatch(
      world,
      [
        { operation: 'create_product', body: { direction_slug: 'utilities', name: 'Planned' }, ref: 'p' },
        signal({ product_slug: 'planned', severity: 'critical' }, 's'),
        signal({ product_slug: 'planned', title: 'Sales fall' }),
        task(
          { product_slug: undefined, product_id: 'ref:p', evidence: [{ type: 'signal', id: 'ref:s' }] },
          't',
        ),
        task({ title: 'Later', product_slug: 'planned', blocked_by: 'ref:t' }),
        { operation: 'change_product', key: 'ref:p', body: { product_focus: 'scale' } },
      ],
      '?dry_run=1',
    )
    expect(status).toBe(200)
    const [, first, second, third, fourth, last] = body.results
    expect(first.signal.product_id).toBe('ref:p')
    expect(second.signal.product_id).toBe('ref:p')
    expect(third.task).toMatchObject({ product_id: 'ref:p', evidence: [{ type: 'signal', id: 'ref:s' }] })
    expect(fourth.task.blocked_by).toBe('ref:t')
    expect(last.product.id).toBe('ref:p')
    expect(last.warnings[0].message).toContain('ref:s "Ratings fall"')
    expect(JSON.stringify(body)).not.toMatch(/"(product_id|blocked_by)":\d/)
  })
})
