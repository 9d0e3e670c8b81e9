import { beforeAll, describe, expect, it } from 'vitest'
import { decision, sendBatch, signal, storedByBatches, task } from '../../support/batch.ts'
import { makeProduct, makeSignal, makeTask, makeToken, root, sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
})

describe('a batch', () => {
  it('answers with the record of each operation as its own route does', async () => {
    const existing = await makeSignal(world)
    const { status, body } = await sendBatch(world, [
      signal({}, 'fall'),
      { operation: 'change_signal', key: existing.id, body: { status: 'acknowledged' } },
      { operation: 'change_product', key: 'fixed', body: { next_step: 'Grow' }, ref: 'p' },
    ])
    expect([status, body.message]).toEqual([200, 'Batch applied.'])
    expect(body.results).toMatchObject([
      { operation: 'record_signal', status: 201, ref: 'fall', signal: { title: 'Ratings fall' } },
      { operation: 'change_signal', status: 200, ref: null, signal: { status: 'acknowledged' } },
      { operation: 'change_product', status: 200, ref: 'p', product: { next_step: 'Grow' } },
    ])
    const { signal: created, similar, open_here } = body.results[0]
    const { evidence_for: _, ...shown } = (await world.send('GET', `${root}/signals/${created.id}`)).body
      .signal
    expect(created).toEqual(shown)
    expect([similar, open_here]).toEqual([expect.any(Array), expect.any(Array)])
  })

  it('answers with an etag of each record that If-Match accepts, and that its GET answers too', async () => {
    const { body } = await sendBatch(world, [
      { operation: 'create_product', body: { direction_slug: 'utilities', name: 'Tagged' }, ref: 'product' },
      { operation: 'create_app', body: { product_slug: 'ref:product', name: 'Tagged', platform: 'iOS' } },
      signal({ product_slug: 'ref:product' }, 'signal'),
      {
        operation: 'record_decision',
        body: {
          ...decision,
          product_slug: 'ref:product',
          evidence: [{ type: 'signal', id: 'ref:signal' }],
          tasks: [{ title: 'Nested' }],
        },
      },
      task({ product_slug: 'ref:product' }),
      { operation: 'create_canon_rule', body: { title: 'R', rule_type: 'freeze-policy', body: 'Freeze.' } },
    ])
    const changes = {
      product: ['products', { next_step: 'Grow' }],
      app: ['apps', { name: 'Renamed' }],
      signal: ['signals', { status: 'acknowledged' }],
      decision: ['decisions', { rationale: 'Why' }],
      task: ['tasks', { note: 'Begun' }],
      rule: ['canon-rules', { title: 'Renamed' }],
    } as const
    for (const [index, [key, [path, change]]] of Object.entries(changes).entries()) {
      const { etag, [key]: record } = body.results[index]
      const url = `${root}/${path}/${record.id}`
      expect((await world.send('GET', url)).headers.etag, key).toBe(etag)
      expect((await world.send('PATCH', url, change, { 'if-match': etag })).status, key).toBe(200)
      expect((await world.send('PATCH', url, {}, { 'if-match': etag })).status, key).toBe(412)
    }
  })

  it('retracts a record of an earlier operation, and takes that back', async () => {
    const insight = { product_slug: 'fixed', title: 'Ads pay', body: 'They return twice their cost.' }
    const { status, body } = await sendBatch(world, [
      { operation: 'record_insight', body: insight, ref: 'insight' },
      { operation: 'retract_insight', key: 'ref:insight', body: { reason: 'Wrong month.' } },
      { operation: 'restore_insight', key: 'ref:insight', body: {} },
      { operation: 'retract_insight', key: 'ref:insight', body: { reason: 'Wrong country.' } },
    ])
    expect([status, body.errors]).toEqual([200, undefined])
    expect(
      body.results.map(({ insight }: { insight: { retraction: unknown } }) => insight.retraction),
    ).toEqual([null, 'Wrong month.', null, 'Wrong country.'])
  })

  it('names records of earlier operations by their refs', async () => {
    const { status, body } = await sendBatch(world, [
      { operation: 'create_product', body: { direction_slug: 'utilities', name: 'Named' }, ref: 'product' },
      {
        operation: 'create_app',
        body: { product_slug: 'ref:product', name: 'Named', platform: 'iOS' },
        ref: 'app',
      },
      signal({ product_slug: undefined, product_id: 'ref:product', app_slug: 'ref:app' }, 'сигнал'),
      {
        operation: 'record_decision',
        ref: 'decision',
        body: {
          ...decision,
          product_slug: 'ref:product',
          evidence: [{ type: 'signal', id: 'ref:сигнал' }],
          tasks: [{ title: 'Nested', evidence: [{ type: 'Signal', id: 'ref:сигнал' }] }],
        },
      },
      task({ product_slug: undefined, product_decision_id: 'ref:decision' }, 'first'),
      task({ product_slug: 'ref:product', blocked_by: 'ref:first' }, 'second'),
      { operation: 'change_signal', key: 'ref:сигнал', body: { status: 'in-progress' } },
      { operation: 'change_product', key: 'ref:product', body: { next_step: 'ref:product' } },
    ])
    expect([status, body.errors]).toEqual([200, undefined])
    const [
      { product },
      { app },
      { signal: first },
      { decision: made },
      { task: blocker },
      { task: blocked },
    ] = body.results
    const evidence = [{ type: 'signal', id: first.id }]
    expect(app.product_id).toBe(product.id)
    expect(first).toMatchObject({ product_id: product.id, app_id: app.id })
    expect(made).toMatchObject({ product_id: product.id, evidence, tasks: [{ evidence }] })
    expect(blocker).toMatchObject({ product_decision_id: made.id, product_id: product.id })
    expect(blocked.blocked_by).toBe(blocker.id)
    expect(body.results[6].signal).toMatchObject({ id: first.id, status: 'in-progress' })
    // Only fields that name a record are replaced.
    expect(body.results[7].product).toMatchObject({ id: product.id, next_step: 'ref:product' })
  })

  it('has one request in the history', async () => {
    const { body, headers } = await sendBatch(world, [
      signal(),
      task(),
      { operation: 'record_decision', body: decision },
    ])
    const rows = await sql(
      world,
      'select distinct record_type from history where request_id = $1 order by 1',
      headers['x-request-id'],
    )
    expect(body.results).toHaveLength(3)
    expect(rows.map(({ record_type }) => record_type)).toEqual(['decision', 'signal', 'task'])
    const transactions = await sql(
      world,
      'select distinct transaction_id from history where request_id = $1',
      headers['x-request-id'],
    )
    expect(transactions).toHaveLength(1)
  })

  it('takes 50 operations, and returns 422 for 51 and for none', async () => {
    const fifty = Array.from({ length: 50 }, (_, index) => task({ title: `Task ${index}` }))
    const { status, body } = await sendBatch(world, fifty)
    expect([status, body.results.length]).toEqual([200, 50])
    const before = await storedByBatches(world)
    expect((await sendBatch(world, [...fifty, task()])).body.errors).toEqual({
      operations: ['The operations field must not have more than 50 items.'],
    })
    for (const operations of [[], undefined, 'record_signal', {}])
      expect(Object.keys((await sendBatch(world, operations)).body.errors)).toEqual(['operations'])
    expect(await storedByBatches(world)).toEqual(before)
  })

  it('sees in each operation what the earlier ones have changed', async () => {
    const { id } = await makeTask(world)
    const { body } = await sendBatch(world, [
      { operation: 'change_task', key: id, body: { status: 'in-progress' } },
      { operation: 'change_task', key: String(id), body: { note: 'Begun' } },
      { operation: 'change_task', key: id, body: { status: 'done' } },
      task({ blocked_by: id }),
    ])
    expect(Object.keys(body.errors)).toEqual(['operations.3.body.blocked_by'])
  })
})

describe('a token', () => {
  it('without write gets 403', async () => {
    const { headers } = await makeToken(world, ['read'])
    const { status, body } = await sendBatch(world, [{ nonsense: 1 }], '', headers)
    expect([status, body.code]).toEqual([403, 'missing_ability'])
  })

  it('without read gets what it sent and no other records', async () => {
    const { headers } = await makeToken(world, ['write'])
    const { id } = await makeSignal(world, { body: 'Secret' })
    const operations = [signal(), { operation: 'change_signal', key: id, body: { status: 'acknowledged' } }]
    for (const query of ['', '?dry_run=1']) {
      const { status, body } = await sendBatch(world, operations, query, headers)
      expect(status).toBe(200)
      const [created, changed] = body.results
      expect(created).toMatchObject({ signal: { title: 'Ratings fall' }, similar: [], open_here: [] })
      expect(changed.signal).toEqual({ id, status: 'acknowledged' })
      if (query)
        expect([created.context, changed.context]).toEqual(
          Array(2).fill({ rules: [], decisions: [], signals: [] }),
        )
    }
  })
})
