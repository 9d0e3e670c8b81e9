import { beforeAll, describe, expect, it } from 'vitest'
import {
  expectValidationErrors,
  makeAlias,
  makeApp,
  makeDecision,
  makeProduct,
  root,
  sql,
} from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
})

const decisions = `${root}/decisions`
const sent = {
  product_slug: 'run',
  title: 'Scale it',
  decision_type: 'scale',
  owner: 'Anna',
  decision: 'Double the budget.',
  review_at: '2020-01-01',
}
const count = async (table: string) => (await sql(world, `select count(*)::int as n from ${table}`))[0]!.n

describe('POST /decisions', () => {
  it('creates a decision, accepts a past review day, and returns its Location', async () => {
    const { status, body, headers } = await world.send('POST', decisions, sent)
    expect(status).toBe(201)
    expect(headers.location).toBe(`http://ops.test/api/portfolio/decisions/${body.decision.id}`)
    expect(body.message).toBe('Decision created.')
    expect(body.decision).toMatchObject({ ...sent, status: 'active', rationale: null, tasks: [] })
    expect((await world.send('GET', `${decisions}/${body.decision.id}`)).body.decision).toMatchObject(
      body.decision,
    )
  })

  it('creates the tasks of the decision, by default with its owner and medium priority', async () => {
    const tasks = [
      { title: 'First' },
      { title: 'Second', owner: 'Boris', priority: 'urgent', due_at: '2030-01-01' },
    ]
    const decision = await makeDecision(world, { ...sent, tasks })
    const inherited = {
      product_decision_id: decision.id,
      product_slug: 'run',
      direction_slug: 'fitness',
      status: 'open',
    }
    expect(decision.tasks).toMatchObject([
      { ...inherited, title: 'First', owner: 'Anna', priority: 'medium', due_at: null },
      { ...inherited, title: 'Second', owner: 'Boris', priority: 'critical', due_at: '2030-01-01' },
    ])
    const { body } = await world.send('GET', `${root}/tasks/${decision.tasks[0].id}`)
    expect(body.task).toEqual(decision.tasks[0])
  })

  it('is about a product, an app or a direction, and is listed by each', async () => {
    await makeProduct(world, { name: 'Swim', direction_slug: 'fitness' })
    const app = await makeApp(world, { product_slug: 'swim' })
    const unbound = await makeApp(world, { direction_slug: 'wellness-mental' })
    const places = [
      [
        { app_slug: app.slug },
        { app_id: app.id, product_slug: 'swim', direction_slug: 'fitness', direction_id: null },
      ],
      [
        { app_id: unbound.id },
        { app_slug: unbound.slug, product_id: null, direction_slug: 'wellness-mental' },
      ],
      [
        { direction_slug: 'wellness-mental' },
        { app_id: null, product_slug: null, direction_slug: 'wellness-mental' },
      ],
    ] as const
    const made: { id: number }[] = []
    for (const [place, expected] of places) {
      const decision = await makeDecision(world, { ...sent, product_slug: undefined, ...place })
      expect(decision).toMatchObject(expected)
      made.push(decision)
    }
    const listed = async (query: string) =>
      (await world.send('GET', `${decisions}?${query}`)).body.decisions.map(({ id }: { id: number }) => id)
    const [ofApp, ofUnbound, ofDirection] = made.map(({ id }) => id)
    expect(await listed(`app_slug=${app.slug}`)).toEqual([ofApp])
    expect(await listed('product_slug=swim')).toEqual([ofApp])
    expect(await listed('direction_slug=wellness-mental')).toEqual([ofDirection, ofUnbound])
    const none = await world.send('POST', decisions, { ...sent, product_slug: undefined })
    expectValidationErrors(none, {
      product_slug: 'The product slug field is required. Or send app_slug or direction_slug.',
    })
  })

  it('reports the errors of every task and stores nothing', async () => {
    const before = [await count('decisions'), await count('tasks'), await count('history')]
    const blank = { title: 'Blank', priority: null }
    const raw = { title: 'Raw', events: [], priority: 'now' }
    const tasks = [{ title: 'Good' }, { owner: 'X' }, raw, 'text', blank]
    const answer = await world.send('POST', decisions, { ...sent, tasks })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual({
      'tasks.1.title': ['The tasks.1.title field is required.'],
      'tasks.2.priority': ['The selected tasks.2.priority is invalid. Allowed: low, medium, high, critical.'],
      'tasks.2.events': [
        'The tasks.2.events field is prohibited. Allowed: title, owner, delegate_token_id, status, priority, due_at, note, blocked_by, evidence.',
      ],
      'tasks.3': ['The tasks.3 field must be an object.'],
      'tasks.4.priority': ['The selected tasks.4.priority is invalid. Allowed: low, medium, high, critical.'],
    })
    expect([await count('decisions'), await count('tasks'), await count('history')]).toEqual(before)
  })

  it('accepts an array of at most 20 tasks', async () => {
    const newTasks = (length: number) => Array.from({ length }, (_, index) => ({ title: `Task ${index}` }))
    expect((await makeDecision(world, { ...sent, tasks: newTasks(20) })).tasks).toHaveLength(20)
    expectValidationErrors(await world.send('POST', decisions, { ...sent, tasks: newTasks(21) }), {
      tasks: 'The tasks field must not have more than 20 items.',
    })
    for (const tasks of [{}, 'one', 1])
      expectValidationErrors(await world.send('POST', decisions, { ...sent, tasks }), {
        tasks: 'The tasks field must be an array.',
      })
  })

  it('requires review_at to be a real day from 2000 to 2100', async () => {
    for (const [review_at, why] of [
      ['2025-02-29', ' February 2025 has 28 days.'],
      ...['2025-1-01', '1999-12-31', '2101-01-01', '2025-01-01T00:00:00Z', 'soon'].map((text) => [text, '']),
    ])
      expectValidationErrors(await world.send('POST', decisions, { ...sent, review_at }), {
        review_at: `The review at field must match the format Y-m-d.${why}`,
      })
    for (const review_at of ['2024-02-29', '2000-01-01', '2100-12-31'])
      expect((await makeDecision(world, { ...sent, review_at })).review_at).toBe(review_at)
    expectValidationErrors(await world.send('POST', decisions, { ...sent, review_at: 20250101 }), {
      review_at: 'The review at field must be a string.',
    })
  })
})

describe('PATCH /decisions/{id}', () => {
  it('changes status, owner, review_at and texts, and rejects product and tasks', async () => {
    const decision = await makeDecision(world, { tasks: [{ title: 'Stays' }] })
    const changes = { status: 'Reviewed', owner: 'Boris', review_at: '2031-01-01', decision_type: 'freeze' }
    const { body } = await world.send('PATCH', `${decisions}/${decision.id}`, changes)
    expect(body.message).toBe('Decision updated.')
    expect(body.decision).toMatchObject({
      ...decision,
      ...changes,
      status: 'reviewed',
      updated_at: expect.any(String),
    })
    const rejected = await world.send('PATCH', `${decisions}/${decision.id}`, {
      product_slug: 'run',
      tasks: [],
    })
    expect(Object.keys(rejected.body.errors)).toEqual(['product_slug', 'tasks'])
  })
})

describe('GET /decisions', () => {
  it('filters by status, decision_type and direction, and returns the tasks of each decision', async () => {
    await makeAlias(world, 'gym', 'fitness')
    const decision = await makeDecision(world, {
      product_slug: 'run',
      decision_type: 'pivot',
      status: 'cancelled',
      tasks: [{ title: 'One' }, { title: 'Two' }],
    })
    for (const query of ['decision_type=PIVOT', 'status=cancelled&direction_slug=fitness'])
      expect((await world.send('GET', `${decisions}?${query}`)).body.decisions).toEqual([decision])
    const legacy = (await world.send('GET', `${decisions}?status=cancelled&direction_slug=gym`)).body
    expect([legacy.decisions, legacy.warnings[0].field]).toEqual([[decision], 'direction_slug'])
    expect((await world.send('GET', `${decisions}?direction_slug=utilities&q=scale`)).body.decisions).toEqual(
      [],
    )
  })
})
