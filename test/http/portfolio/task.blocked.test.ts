import { beforeAll, describe, expect, it } from 'vitest'
import { atOnce, makeDecision, makeProduct, makeSignal, makeTask, root, sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const tasks = `${root}/tasks`
const change = async (id: number, body: object, query = '') =>
  (await world.send('PATCH', `${tasks}/${id}${query}`, body)).body
const read = async (id: number) => (await world.send('GET', `${tasks}/${id}`)).body.task

describe('a task with a blocker', () => {
  it('is blocked, unless a status is sent', async () => {
    const blocker = await makeTask(world)
    for (const blocked_by of [blocker.id, 'The store']) {
      expect(await makeTask(world, { blocked_by })).toMatchObject({ status: 'blocked' })
      expect(await makeTask(world, { blocked_by, status: 'in-progress' })).toMatchObject({
        status: 'in-progress',
      })
      const task = await makeTask(world)
      expect((await change(task.id, { blocked_by, status: 'in-progress' })).task.status).toBe('in-progress')
      expect((await change(task.id, { blocked_by })).task.status).toBe('blocked')
    }
    const decision = await makeDecision(world, { tasks: [{ title: 'T', blocked_by: blocker.id }] })
    expect(decision.tasks).toEqual([expect.objectContaining({ status: 'blocked' })])
  })

  it('is open once it has none, if it was blocked', async () => {
    const blocked = await makeTask(world, { blocked_by: 'The store' })
    expect((await change(blocked.id, { blocked_by: null })).task).toMatchObject({
      status: 'open',
      blocked_by: null,
    })
    const started = await makeTask(world, { blocked_by: 'The store', status: 'in-progress' })
    expect((await change(started.id, { blocked_by: null })).task.status).toBe('in-progress')
  })

  it.each(['done', 'cancelled'])('waits no longer once its blocker is %s', async (status) => {
    const blocker = await makeTask(world)
    const blocked = await makeTask(world, { title: 'One', blocked_by: blocker.id })
    const started = await makeTask(world, { title: 'Two', blocked_by: blocker.id, status: 'in-progress' })
    const other = await makeTask(world, { blocked_by: `${blocker.id} of 3` })
    const tried = await change(blocker.id, { status }, '?dry_run=1')
    const unblocked = [
      { id: blocked.id, title: 'One' },
      { id: started.id, title: 'Two' },
    ]
    expect(tried.unblocked).toEqual(unblocked)
    expect(await read(blocked.id)).toMatchObject({ status: 'blocked', blocked_by: blocker.id })
    const answer = await change(blocker.id, { status })
    expect(answer).toMatchObject({ task: { status }, unblocked })
    expect(await read(blocked.id)).toMatchObject({ status: 'open', blocked_by: null })
    expect(await read(started.id)).toMatchObject({ status: 'in-progress', blocked_by: null })
    expect(await read(other.id)).toMatchObject({ status: 'blocked' })
    const history = await sql(
      world,
      `select record_id::int, changes, request_id from history
        where record_type = 'task' and record_id = any($1) and event = 'status_changed' order by record_id`,
      [blocker.id, blocked.id],
    )
    expect(history.map(({ record_id }) => record_id)).toEqual([blocker.id, blocked.id])
    expect(new Set(history.map(({ request_id }) => request_id)).size).toBe(1)
    expect(history[1]?.changes).toEqual({
      blocked_by: { from: blocker.id, to: null },
      status: { from: 'blocked', to: 'open' },
    })
    expect(await change(blocker.id, { note: 'Again' })).not.toHaveProperty('unblocked')
  })

  it.each(['in-progress', 'done', 'cancelled'])('has none once it is %s, with a warning', async (status) => {
    const blocker = await makeTask(world)
    for (const [blocked_by, named] of [
      [blocker.id, `task ${blocker.id}`],
      ['The store', '"The store"'],
    ]) {
      const { id } = await makeTask(world, { blocked_by })
      const removed = {
        task: { status, blocked_by: null },
        warnings: [
          {
            field: 'blocked_by',
            message: `The blocked by is removed, because the task is ${status}. It was ${named}.`,
          },
        ],
      }
      expect(await change(id, { status }, '?dry_run=1')).toMatchObject(removed)
      expect(await change(id, { status })).toMatchObject(removed)
      expect(await read(id)).toMatchObject(removed.task)
      expect(await change(id, { status })).not.toHaveProperty('warnings')
    }
    const { id } = await makeTask(world, { blocked_by: 'The store' })
    expect(await change(id, { status: 'blocked' })).not.toHaveProperty('warnings')
  })

  it('keeps the blocker once it is open, with a warning unless the change sets it', async () => {
    const blocking = await makeTask(world)
    for (const [blocked_by, named] of [
      ['The store', '"The store"'],
      [blocking.id, `task ${blocking.id}`],
    ]) {
      const { id } = await makeTask(world, { blocked_by })
      const message = `The blocked by is still set: ${named}. Send null to remove it.`
      const kept = {
        task: { status: 'open', blocked_by },
        warnings: [{ field: 'blocked_by', message }],
      }
      expect(await change(id, { status: 'open' }, '?dry_run=1')).toMatchObject(kept)
      expect(await change(id, { status: 'open', note: 'Go on' })).toMatchObject(kept)
      expect(await change(id, { note: 'Later' })).not.toHaveProperty('warnings')
      expect(await change(id, { status: 'open', blocked_by })).not.toHaveProperty('warnings')
      expect(await change(id, { status: 'open', blocked_by: null })).not.toHaveProperty('warnings')
    }
  })

  it('never waits for a task that is finished at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const blocker = await makeTask(world)
      const waiting = await makeTask(world)
      const [blocking, finishing] = await atOnce(2, (index) =>
        index === 0
          ? world.send('PATCH', `${tasks}/${waiting.id}`, { blocked_by: blocker.id })
          : world.send('PATCH', `${tasks}/${blocker.id}`, { status: 'done' }),
      )
      expect(finishing?.status).toBe(200)
      expect([200, 422]).toContain(blocking?.status)
      expect(await read(waiting.id)).toMatchObject({ status: 'open', blocked_by: null })
    }
  })

  it('is found by the filter blocked', async () => {
    const { slug: product_slug } = await makeProduct(world)
    const open = await makeTask(world, { product_slug })
    const blocked = await makeTask(world, { product_slug, blocked_by: 'The store' })
    const listed = async (query: string) =>
      (await world.send('GET', `${tasks}?product_slug=${product_slug}&${query}`)).body.tasks.map(
        ({ id }: { id: number }) => id,
      )
    expect(await listed('blocked=1')).toEqual([blocked.id])
    expect(await listed('blocked=0')).toEqual([open.id])
  })
})

describe('the warnings of a write', () => {
  const past = { due_at: '2020-01-02' }
  const pastDue = { field: 'due_at', message: 'The due at 2020-01-02 is in the past.' }
  const pastReview = { field: 'review_at', message: 'The review at 2020-01-02 is in the past.' }
  const unexplained = {
    field: 'blocked_by',
    message:
      'The task is blocked without a reason. Send in blocked_by the id of a task, or what it waits for.',
  }

  it('name a day in the past, and a block without a reason', async () => {
    const task = { title: 'T', direction_slug: 'utilities' }
    const created = await world.send('POST', tasks, { ...task, ...past, status: 'blocked' })
    expect(created.body.warnings).toEqual([pastDue, unexplained])
    const { id } = created.body.task
    expect((await change(id, past)).warnings).toEqual([pastDue, unexplained])
    expect(await change(id, { status: 'open', due_at: '2099-01-02' })).not.toHaveProperty('warnings')
    const decision = {
      title: 'D',
      decision_type: 'scale',
      owner: 'Anna',
      decision: 'Grow.',
      review_at: '2020-01-02',
      direction_slug: 'utilities',
      tasks: [{ title: 'T', ...past, status: 'blocked' }],
    }
    const decided = await world.send('POST', `${root}/decisions`, decision)
    expect(decided.body.warnings).toEqual([
      pastReview,
      { ...pastDue, field: 'tasks.0.due_at' },
      { ...unexplained, field: 'tasks.0.blocked_by' },
    ])
    const path = `${root}/decisions/${decided.body.decision.id}`
    expect((await world.send('PATCH', path, { review_at: '2020-01-02' })).body.warnings).toEqual([pastReview])
  })

  it('name the open tasks of a decision that is cancelled', async () => {
    const decision = await makeDecision(world, {
      tasks: [{ title: 'Hire' }, { title: 'Fire', status: 'done' }],
    })
    const { body } = await world.send('PATCH', `${root}/decisions/${decision.id}`, { status: 'cancelled' })
    expect(body.warnings).toEqual([
      {
        field: 'status',
        message: `Tasks of the cancelled decision are still open: ${decision.tasks[0].id} "Hire".`,
      },
    ])
  })

  it('name the unresolved critical signals of a product that is closed or scaled', async () => {
    const product = await makeProduct(world)
    const path = `${root}/products/${product.slug}`
    const signal = await makeSignal(world, {
      product_slug: product.slug,
      severity: 'critical',
      title: 'Fire',
    })
    await makeSignal(world, { product_slug: product.slug, severity: 'high' })
    await world.send('PATCH', `${root}/signals/${signal.id}`, { status: 'acknowledged' })
    const message = `The product has unresolved critical signals: ${signal.id} "Fire". Resolve or dismiss them, or reconsider.`
    for (const portfolio_status of ['frozen', 'sunset', 'archived'])
      expect((await world.send('PATCH', path, { portfolio_status })).body.warnings).toEqual([
        { field: 'portfolio_status', message },
      ])
    const scaled = { portfolio_status: 'core', product_focus: 'scale' }
    expect((await world.send('PATCH', path, scaled)).body.warnings).toEqual([
      { field: 'product_focus', message },
    ])
    await world.send('PATCH', `${root}/signals/${signal.id}`, { status: 'resolved' })
    expect((await world.send('PATCH', path, { portfolio_status: 'frozen' })).body).not.toHaveProperty(
      'warnings',
    )
  })
})
