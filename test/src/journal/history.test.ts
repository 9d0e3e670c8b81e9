import { beforeAll, describe, expect, it } from 'vitest'
import { makeApp, makeDecision, makeProduct, makeToken, root, sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
})

const environment = { type: 'env_token', id: 'env:1', name: 'env:1' }
const historyOf = (type: string, id: number) =>
  sql(
    world,
    `select event, actor, changes, surface, request_id, created_at from history
      where record_type = $1 and record_id = $2 order by id`,
    type,
    id,
  )
const typeOf = (key: string) => (key === 'rule' ? 'canon_rule' : key)
const to = (value: unknown) => ({ from: null, to: value })

describe.each(kinds)('the history of a $key', ({ key, path, body }) => {
  it('starts with the fields of the creation, the actor and the request id', async () => {
    const sent = key === 'product' ? { ...body, name: 'Written' } : body
    const request = `create-${key}-0001`
    const made = await world.send('POST', path, sent, { 'x-request-id': request })
    expect(made.headers['x-request-id']).toBe(request)
    const [first, ...more] = await historyOf(typeOf(key), made.body[key].id)
    expect(more).toEqual([])
    expect(first).toMatchObject({
      event: 'created',
      actor: environment,
      surface: 'http',
      request_id: request,
    })
    const { product_slug, direction_slug, ...own } = sent as Record<string, unknown>
    for (const [name, value] of Object.entries(own)) expect(first!.changes).toHaveProperty(name, to(value))
    for (const hidden of ['id', 'credential', 'store_key', 'created_at', 'created_by', 'updated_at'])
      expect(first!.changes).not.toHaveProperty(hidden)
  })
})

describe('a change', () => {
  it('is recorded with each field before and after, and the kind of change', async () => {
    const { id } = await makeProduct(world, { name: 'Early', summary: 'One' })
    const { headers, ...agent } = await makeToken(world)
    const patch = (fields: object, more = {}) => world.send('PATCH', `${root}/products/${id}`, fields, more)
    await patch({ name: 'Late', summary: null, next_step: 'Go', risk_summary: null }, headers)
    await patch({ portfolio_status: 'core', name: 'Later' })
    await patch({ name: 'Later', portfolio_status: 'CORE' })
    const [, updated, status, ...more] = await historyOf('product', id)
    expect(more).toEqual([])
    expect(updated).toMatchObject({
      event: 'updated',
      actor: { type: 'portfolio_token', id: agent.id, name: agent.name },
    })
    expect(updated!.changes).toEqual({
      name: { from: 'Early', to: 'Late' },
      summary: { from: 'One', to: null },
      next_step: { from: null, to: 'Go' },
    })
    expect(status).toMatchObject({ event: 'status_changed', actor: environment })
    expect(status!.changes).toEqual({
      name: { from: 'Late', to: 'Later' },
      portfolio_status: { from: 'candidate', to: 'core' },
    })
  })

  it('of an owner is an event of its own, and of a direction is recorded by id', async () => {
    const decision = await makeDecision(world)
    await world.send('PATCH', `${root}/decisions/${decision.id}`, { owner: 'Boris' })
    expect((await historyOf('decision', decision.id))[1]).toMatchObject({
      event: 'owner_changed',
      changes: { owner: { from: 'Anna', to: 'Boris' } },
    })
    const app = await makeApp(world, { store_url: 'https://a.example/1' })
    const url = 'https://a.example/2'
    await world.send('PATCH', `${root}/apps/${app.id}`, { direction_slug: 'fitness', store_url: url })
    expect((await historyOf('app', app.id))[1]!.changes).toEqual({
      direction_id: { from: 1, to: 4 },
      store_url: { from: app.store_url, to: url },
    })
  })

  it('sets updated_at only', async () => {
    const made = await makeProduct(world)
    await sql(
      world,
      `update products set updated_at = '2026-01-01Z', created_at = '2026-01-01Z' where id = $1`,
      made.id,
    )
    const idle = await world.send('PATCH', `${root}/products/${made.id}`, {})
    expect(idle.body.product.updated_at).toBe('2026-01-01T00:00:00.000Z')
    const { body } = await world.send('PATCH', `${root}/products/${made.id}`, { summary: 'x' })
    expect(Date.now() - Date.parse(body.product.updated_at)).toBeLessThan(10_000)
    expect(body.product.created_at).toBe('2026-01-01T00:00:00.000Z')
  })

  it('of tasks within a decision is recorded for each task', async () => {
    const { tasks } = await makeDecision(world, { tasks: [{ title: 'One' }, { title: 'Two' }] })
    for (const task of tasks)
      expect((await historyOf('task', task.id))[0]).toMatchObject({
        event: 'created',
        changes: { title: to(task.title), owner: to('Anna') },
      })
  })

  it('that was rejected or a dry run is not recorded', async () => {
    const before = await sql(world, 'select count(*) from history')
    for (const { key, path, body } of kinds) {
      const dryRun = key === 'product' ? { ...body, name: 'Dry' } : body
      const answers = [
        await world.send('POST', path, { ...body, nonsense: 1 }),
        await world.send('POST', `${path}?dry_run=1`, dryRun),
      ]
      expect(answers.map(({ status }) => status)).toEqual([422, 200])
    }
    const taken = { name: 'Fixed', direction_slug: 'utilities' }
    expect((await world.send('POST', `${root}/products`, taken)).status).toBe(422)
    expect(await sql(world, 'select count(*) from history')).toEqual(before)
  })
})
