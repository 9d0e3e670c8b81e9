import { beforeAll, describe, expect, it } from 'vitest'
import {
  expectValidationErrors,
  makeApp,
  makeDecision,
  makeProduct,
  makeTask,
  root,
} from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
  await makeProduct(world, { name: 'Walk', direction_slug: 'fitness' })
})

const tasks = `${root}/tasks`

describe('POST /tasks', () => {
  it('creates an open task of medium priority and returns its Location', async () => {
    const { status, body, headers } = await world.send('POST', tasks, { title: 'Do', product_slug: 'run' })
    expect(status).toBe(201)
    expect(headers.location).toBe(`http://ops.test/api/portfolio/tasks/${body.task.id}`)
    expect(body.message).toBe('Task created.')
    expect(body.task).toMatchObject({
      status: 'open',
      priority: 'medium',
      owner: null,
      due_at: null,
      done_at: null,
      product_slug: 'run',
      direction_slug: 'fitness',
      product_decision_id: null,
    })
  })

  it('inherits the product of its decision and rejects another product', async () => {
    const { id } = await makeDecision(world, { product_slug: 'run' })
    expect(await makeTask(world, { product_decision_id: `${id}` })).toMatchObject({
      product_slug: 'run',
      product_decision_id: id,
      direction_slug: 'fitness',
    })
    const sent = { title: 'Do', product_decision_id: id }
    expect(
      (await makeTask(world, { ...sent, product_slug: 'run', direction_slug: 'fitness' })).direction_id,
    ).toBeNull()
    expectValidationErrors(await world.send('POST', tasks, { ...sent, product_slug: 'walk' }), {
      product_slug: 'The selected product slug is invalid. The decision is about another product.',
    })
    expectValidationErrors(await world.send('POST', tasks, { ...sent, direction_slug: 'utilities' }), {
      direction_slug:
        'The selected direction slug is invalid. The product of the decision belongs to another direction.',
    })
    for (const product_decision_id of [99_999, 0, '9007199254740993'])
      expectValidationErrors(await world.send('POST', tasks, { title: 'Do', product_decision_id }), {
        product_decision_id: 'The selected product decision id is invalid.',
      })
  })

  it('accepts an app or a direction instead of a decision', async () => {
    const app = await makeApp(world, { product_slug: 'walk' })
    expect(await makeTask(world, { app_slug: app.slug })).toMatchObject({
      app_id: app.id,
      product_slug: 'walk',
    })
    const task = await makeTask(world, { direction_id: 1 })
    expect(task).toMatchObject({ direction_slug: 'utilities', product_slug: null, app_slug: null })
  })

  it('gets the place of a decision about an app or a direction, and accepts a product or an app within it', async () => {
    const app = await makeApp(world, { product_slug: 'walk' })
    const about = await makeDecision(world, { app_id: app.id, tasks: [{ title: 'Nested' }] })
    const place = { app_slug: app.slug, product_slug: 'walk', direction_slug: 'fitness' }
    expect([about, about.tasks[0]]).toMatchObject([place, place])
    expect(await makeTask(world, { product_decision_id: about.id })).toMatchObject(place)
    const { id } = await makeDecision(world, { direction_slug: 'fitness' })
    expect(await makeTask(world, { product_decision_id: id })).toMatchObject({
      product_slug: null,
      direction_slug: 'fitness',
    })
    expect(await makeTask(world, { product_decision_id: id, app_slug: app.slug })).toMatchObject(place)
    const other = await makeApp(world, { direction_slug: 'utilities' })
    const rejections = [
      {
        product_decision_id: id,
        app_id: other.id,
        field: 'app_id',
        why: 'The decision is about another direction.',
      },
      {
        product_decision_id: about.id,
        app_id: (await makeApp(world, { product_slug: 'walk' })).id,
        field: 'app_id',
        why: 'The decision is about another app.',
      },
      {
        product_decision_id: about.id,
        product_slug: 'run',
        field: 'product_slug',
        why: 'The decision is about another product.',
      },
    ]
    for (const { field, why, ...named } of rejections)
      expectValidationErrors(await world.send('POST', tasks, { title: 'Do', ...named }), {
        [field]: `The selected ${field.replace('_', ' ')} is invalid. ${why}`,
      })
  })

  it('requires due_at to be a real day or null', async () => {
    expect((await makeTask(world, { due_at: ' 2020-02-29 ' })).due_at).toBe('2020-02-29')
    expect((await makeTask(world, { due_at: '' })).due_at).toBeNull()
    const answer = await world.send('POST', tasks, { title: 'Do', direction_id: 1, due_at: '2021-02-29' })
    expectValidationErrors(answer, {
      due_at: 'The due at field must match the format Y-m-d. February 2021 has 28 days.',
    })
  })
})

describe('PATCH /tasks/{id}', () => {
  it('sets done_at once when the task is done and clears it when the task is reopened', async () => {
    const { id } = await makeTask(world)
    const patch = async (fields: object) => (await world.send('PATCH', `${tasks}/${id}`, fields)).body.task
    const done = await patch({ status: 'Done' })
    expect(Date.now() - Date.parse(done.done_at)).toBeLessThan(10_000)
    expect((await patch({ status: 'done', owner: 'Anna' })).done_at).toBe(done.done_at)
    expect((await patch({ title: 'Again' })).done_at).toBe(done.done_at)
    expect(
      (await patch({ status: 'in_progress', due_at: '2030-01-01', priority: 'HIGH' })).done_at,
    ).toBeNull()
    expect((await patch({ due_at: null })).due_at).toBeNull()
    expect((await makeTask(world, { status: 'done' })).done_at).not.toBeNull()
    const { body } = await world.send('PATCH', `${tasks}/${id}`, { product_slug: 'run' })
    expect(body.errors.product_slug[0]).toMatch(/^The product slug field is prohibited\. Allowed: title, /)
  })
})

describe('GET /tasks', () => {
  it('filters by status, priority and app', async () => {
    const app = await makeApp(world)
    const task = await makeTask(world, { app_id: app.id, status: 'blocked', priority: 'urgent' })
    for (const query of [
      'status=Blocked',
      'priority=URGENT',
      `app_slug=${app.slug}`,
      'priority=critical&status=blocked',
    ])
      expect((await world.send('GET', `${tasks}?${query}`)).body.tasks).toEqual([task])
    expectValidationErrors(await world.send('GET', `${tasks}?status=x&priority=`), {
      status: 'The selected status is invalid. Allowed: open, in-progress, blocked, done, cancelled.',
      priority: 'The selected priority is invalid. Allowed: low, medium, high, critical.',
    })
  })
})
