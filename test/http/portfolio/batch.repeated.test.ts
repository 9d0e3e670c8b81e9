import { beforeAll, describe, expect, it } from 'vitest'
import { sendBatch, signal, storedByBatches, task } from '../../support/batch.ts'
import { makeProduct, makeSignal, makeTask, sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
})

describe('an Idempotency-Key of a batch', () => {
  it('returns the first answer to a repeat, and 422 for another body', async () => {
    const key = { 'idempotency-key': 'batch-1' }
    const first = await sendBatch(world, [signal(), task()], '', key)
    const before = await storedByBatches(world)
    const again = await sendBatch(world, [signal(), task()], '', key)
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(again.body).toEqual(first.body)
    expect((await sendBatch(world, [signal()], '', key)).body.code).toBe('idempotency_mismatch')
    expect(await storedByBatches(world)).toEqual(before)
  })

  it('is 422 if the answer would be over 1 MiB, and stores nothing', async () => {
    const { id } = await makeSignal(world, { body: 'ш'.repeat(20_000) })
    const changes = Array(50).fill({ operation: 'change_signal', key: id, body: { severity: 'low' } })
    const before = await storedByBatches(world)
    const { status, body } = await sendBatch(world, changes, '', { 'idempotency-key': 'large' })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['Idempotency-Key']])
    expect(await storedByBatches(world)).toEqual(before)
  })
})

describe('concurrent batches', () => {
  it('that change the same records in different orders are both applied', async () => {
    const tasks = await Promise.all([makeTask(world), makeTask(world)])
    const changes = (owner: string) =>
      tasks.map(({ id }) => ({ operation: 'change_task', key: id, body: { owner } }))
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => {
        const operations = changes(`Owner ${index}`)
        return sendBatch(world, index % 2 ? operations : operations.toReversed())
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const owners = await sql(
      world,
      'select distinct owner from tasks where id = any($1)',
      tasks.map(({ id }) => id),
    )
    expect(owners).toHaveLength(1)
  })

  it('with one Idempotency-Key are applied once', async () => {
    const key = { 'idempotency-key': 'at-once' }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => sendBatch(world, [task({ title: 'At once' })], '', key)),
    )
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await sql(world, "select id from tasks where title = 'At once'")).toHaveLength(1)
  })
})
