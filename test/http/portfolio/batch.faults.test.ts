import { beforeAll, describe, expect, it } from 'vitest'
import { sendBatch, signal, storedByBatches, task } from '../../support/batch.ts'
import { makeProduct } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
})

describe('a batch with faults', () => {
  it('names the faults of all operations at once, and stores nothing', async () => {
    const before = await storedByBatches(world)
    const { status, body } = await sendBatch(world, [
      signal({}, 'good'),
      signal({ title: '', severity: 'huge' }),
      signal({ product_slug: 'nowhere' }),
      task({ blocked_by: 999_999, title: undefined }),
      { operation: 'create_product', body: { direction_slug: 'utilities', name: 'FIXED' } },
      { operation: 'change_task', key: '999999', body: {} },
      { operation: 'change_product', key: 'nowhere', body: { name: 'X' } },
      { operation: 'change_task', body: {} },
      { operation: 'create_task', key: 1, body: { title: 'T', product_slug: 'fixed' } },
      { operation: 'delete_task', body: {} },
      { operation: 'create_task', body: 1 },
      1,
      { ...task({ nonsense: 1 }), extra: 1 },
      signal(),
    ])
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    expect(Object.keys(body.errors).sort()).toEqual([
      'operations.1.body.severity',
      'operations.1.body.title',
      'operations.10.body',
      'operations.11',
      'operations.12.body.nonsense',
      'operations.12.extra',
      'operations.2.body.product_slug',
      'operations.3.body.blocked_by',
      'operations.3.body.title',
      'operations.4.body.name',
      'operations.5.key',
      'operations.6.key',
      'operations.7.key',
      'operations.8.key',
      'operations.9.operation',
    ])
    expect(body.errors).toMatchObject({
      'operations.1.body.title': ['The operations.1.body.title field is required.'],
      'operations.2.body.product_slug': ['The selected operations.2.body.product_slug is invalid.'],
      'operations.4.body.name': ['The operations.4.body.name has already been taken.'],
      'operations.5.key': ['The selected operations.5.key is invalid.'],
      'operations.7.key': ['The operations.7.key field is required.'],
      'operations.9.operation': [expect.stringContaining('Allowed: create_product, ')],
    })
    expect(await storedByBatches(world)).toEqual(before)
  })

  it('rejects a ref that is repeated, unknown, later or of another kind', async () => {
    const before = await storedByBatches(world)
    const { body } = await sendBatch(world, [
      signal({}, 'one'),
      task({}, 'one'),
      task({ blocked_by: 'ref:later' }, 'self'),
      task({ evidence: [{ type: 'insight', id: 'ref:one' }], blocked_by: 'ref:self' }),
      task({ product_slug: undefined, product_id: 'ref:one' }, 'later'),
      { operation: 'change_task', key: 'ref:one', body: {} },
      { operation: 'create_task', body: {}, ref: 'no spaces' },
    ])
    expect(Object.keys(body.errors).sort()).toEqual([
      'operations.1.ref',
      'operations.2.body.blocked_by',
      'operations.3.body.evidence.0.id',
      'operations.4.body.product_id',
      'operations.5.key',
      'operations.6.body.product_decision_id',
      'operations.6.body.title',
      'operations.6.ref',
    ])
    expect(body.errors['operations.2.body.blocked_by']).toEqual([
      'The selected operations.2.body.blocked_by is invalid. No earlier operation has the ref "later".',
    ])
    expect(body.errors['operations.5.key'][0]).toContain('"one" is a record of the kind signal, not task.')
    expect(await storedByBatches(world)).toEqual(before)
  })

  it('names the fault of an operation whose ref is used, not those that follow from it', async () => {
    const { body } = await sendBatch(world, [
      signal({ title: '' }, 'bad'),
      task({ evidence: [{ type: 'signal', id: 'ref:bad' }] }),
    ])
    expect(Object.keys(body.errors)).toEqual(['operations.0.body.title'])
  })

  it('names the operation that has the same external_ref', async () => {
    const { status, body } = await sendBatch(world, [
      task(),
      signal({ external_ref: 'twice' }),
      signal({ external_ref: 'twice' }),
    ])
    expect([status, body.message]).toEqual([
      409,
      'The external ref "twice" was already reported. It is that of operations.1.',
    ])
    expect(body.errors).toEqual({ 'operations.2': [body.message] })
    expect(body).not.toHaveProperty('existing_id')
  })

  it('returns 409 with existing_id for an external_ref that was reported before', async () => {
    const [{ signal: first }] = (await sendBatch(world, [signal({ external_ref: 'once' })])).body.results
    const { status, body } = await sendBatch(world, [task(), signal({ external_ref: 'once' })])
    expect([status, body.existing_id]).toEqual([409, first.id])
    expect(Object.keys(body.errors)).toEqual(['operations.1'])
    const invalid = await sendBatch(world, [signal({ external_ref: 'once' }), task({ title: '' })])
    expect([invalid.status, Object.keys(invalid.body.errors)]).toEqual([422, ['operations.1.body.title']])
  })
})
