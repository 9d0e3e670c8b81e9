import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { decision, sendBatch, signal, storedByBatches, task } from '../../support/batch.ts'
import { makeInsight, makeProduct, makeRule, makeSignal, makeToken, root, sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
})

const read = async (id: number) => (await world.send('GET', `${root}/signals/${id}`)).body
const change = (id: number, if_match: unknown, body: object = { severity: 'high' }) => ({
  operation: 'change_signal',
  key: id,
  body,
  if_match,
})

describe('if_match of an operation', () => {
  it('stores nothing of the batch if the record has another etag', async () => {
    const { id } = await makeSignal(world, { product_slug: 'fixed' })
    const { etag } = await read(id)
    const before = await storedByBatches(world)
    for (const query of ['', '?dry_run=1']) {
      const { status, body } = await sendBatch(world, [task(), change(id, 'W/"other"')], query)
      expect(status).toBe(412)
      expect(body).toMatchObject({
        message: 'Precondition failed.',
        code: 'precondition_failed',
        current_etag: etag,
        errors: { 'operations.1.if_match': [expect.stringContaining('changed')] },
        next: expect.stringContaining('Read it again'),
      })
    }
    expect(await storedByBatches(world)).toEqual(before)
  })

  it('accepts what the header accepts, and compares with what earlier operations have stored', async () => {
    const { id } = await makeSignal(world, { product_slug: 'fixed' })
    const { etag } = await read(id)
    for (const tag of ['*', `W/"other", ${etag}`, etag.replace(/W\/|"/g, '')])
      expect((await sendBatch(world, [change(id, tag)], '?dry_run=1')).status).toBe(200)
    const twice = [change(id, etag), change(id, etag, { severity: 'low' })]
    const refused = await sendBatch(world, twice)
    expect(refused.status).toBe(412)
    expect(refused.body).not.toHaveProperty('current_etag')
    expect(refused.body.next).toContain('An earlier operation of the batch changes the record.')
    expect(refused.body.errors).toEqual({
      'operations.1.if_match': ['An earlier operation of the batch changes the record.'],
    })
    const stored = await sendBatch(world, [change(id, etag)])
    expect(stored.status).toBe(200)
    expect(stored.body.results[0].etag).toBe((await read(id)).etag)
  })

  it('is for a retraction, and for a record that a ref names, too', async () => {
    const insight = await makeInsight(world, { product_slug: 'fixed' })
    const retract = { operation: 'retract_insight', key: insight.id, body: { reason: 'Wrong.' } }
    expect((await sendBatch(world, [{ ...retract, if_match: 'W/"other"' }])).status).toBe(412)
    const { etag } = (await world.send('GET', `${root}/insights/${insight.id}`)).body
    expect((await sendBatch(world, [{ ...retract, if_match: etag }])).status).toBe(200)
    const named = { ...change(0, 'W/"other"'), key: 'ref:new' }
    const { status, body } = await sendBatch(world, [signal({}, 'new'), named])
    expect([status, Object.keys(body.errors)]).toEqual([412, ['operations.1.if_match']])
  })

  it('is invalid for a creation, and as anything but a text', async () => {
    const { id } = await makeSignal(world, { product_slug: 'fixed' })
    const { status, body } = await sendBatch(world, [
      { ...signal(), if_match: '*' },
      change(id, 7),
      change(id, 'x'.repeat(256)),
      change(id, 'W/"other"'),
    ])
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([
      'operations.0.if_match',
      'operations.1.if_match',
      'operations.2.if_match',
    ])
    expect(body.errors['operations.0.if_match'][0]).toContain('is prohibited. Allowed: operation, body, ref.')
  })

  it('is compared when the batch is proposed, and not again when it is approved', async () => {
    const { headers } = await makeToken(world, ['read', 'propose'])
    const { id } = await makeSignal(world, { product_slug: 'fixed' })
    expect((await sendBatch(world, [change(id, 'W/"other"')], '', headers)).status).toBe(412)
    const { etag } = await read(id)
    const { body } = await sendBatch(world, [change(id, etag)], '', headers)
    await world.send('PATCH', `${root}/signals/${id}`, { title: 'Renamed by others' })
    const admin = await signIn(world, await makePerson(world, 'admin'))
    const page = `/admin/proposals/${body.proposal.id}`
    await admin.get(page)
    expect(await admin.post(`${page}/approve`)).toMatchObject({ status: 303 })
    expect((await read(id)).signal).toMatchObject({ severity: 'high', title: 'Renamed by others' })
  })
})

describe('what a batch warns of', () => {
  it('names the operation and its field', async () => {
    const { status, body } = await sendBatch(world, [
      task(),
      task({ title: 'Late', due_at: '2020-01-01' }),
      {
        operation: 'record_decision',
        body: { ...decision, tasks: [{ title: 'Nested', due_at: '2020-01-01' }] },
      },
    ])
    expect(status).toBe(200)
    const fields = body.results.map(({ warnings = [] }: { warnings?: { field: string }[] }) =>
      warnings.map(({ field }) => field),
    )
    expect(fields).toEqual([[], ['operations.1.body.due_at'], ['operations.2.body.tasks.0.due_at']])
    expect(body.results[1].warnings[0].message).toBe('The due at 2020-01-01 is in the past.')
  })

  it('names the operation of each guard, whether it warns, proposes or refuses', async () => {
    const guarded = async (title: string, guard_effect: string) => {
      const { id } = await makeRule(world, { title })
      await sql(
        world,
        `update canon_rules set approved_by = '{"type":"user","id":1,"name":"Anna"}', guard_effect = $1,
          guard_when = $2 where id = ${id}`,
        guard_effect,
        `write.kind == 'signal' && after.title.startsWith('${title}')`,
      )
      return { id, title }
    }
    const warns = await guarded('Warned', 'warn')
    const asks = await guarded('Asked', 'propose')
    await guarded('Refused', 'refuse')
    const warned = await sendBatch(world, [
      task(),
      signal({ title: 'Warned' }),
      signal({ title: 'Warned too' }),
    ])
    expect(warned.status).toBe(200)
    expect(warned.body.warnings).toMatchObject([
      { field: 'operations.1.canon_rule', rule: warns },
      { field: 'operations.2.canon_rule', rule: warns },
    ])
    expect(warned.body.results.map(({ warnings }: { warnings: object[] }) => warnings)).toMatchObject([
      [],
      [{ field: 'operations.1.canon_rule', rule: warns }],
      [{ field: 'operations.2.canon_rule', rule: warns }],
    ])
    const asked = await sendBatch(world, [task(), signal({ title: 'Asked' })])
    expect(asked.status).toBe(202)
    expect(asked.body.warnings).toMatchObject([{ field: 'operations.1.canon_rule', rule: asks }])
    expect(asked.body.results[1].warnings).toMatchObject([{ field: 'operations.1.canon_rule', rule: asks }])
    const { body } = await world.send('GET', `${root}/proposals/${asked.body.proposal.id}`)
    expect(body.proposal.preview.results[1].warnings).toEqual(asked.body.results[1].warnings)
    const refused = await sendBatch(world, [task(), signal(), signal({ title: 'Refused' })])
    expect(refused).toMatchObject({ status: 422, body: { code: 'canon_guard' } })
    expect(Object.keys(refused.body.errors)).toEqual(['operations.2'])
  })
})
