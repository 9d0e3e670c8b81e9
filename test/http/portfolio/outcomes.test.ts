import { beforeAll, describe, expect, it } from 'vitest'
import { startOfDay, todayIn } from '../../../src/record/time-zone.ts'
import { makeAlias, makeDecision, makeProduct, makeToken, root, sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

// The date there is not the date in UTC, at any hour.
const TIME_ZONE = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'

let world: World
beforeAll(async () => {
  world = await makeWorld({ TIME_ZONE })
  for (const name of ['Run', 'Walk']) await makeProduct(world, { name, direction_slug: 'fitness' })
})

const judge = async (outcome: string | null, fields: object = {}) => {
  const { id } = await makeDecision(world, { product_slug: 'run', ...fields })
  if (outcome === null) return id
  expect((await world.send('PATCH', `${root}/decisions/${id}`, { outcome })).status).toBe(200)
  return id
}
const get = async (query = '') => world.send('GET', `${root}/outcomes${query}`)
const none = { judged: 0, met: 0, partly: 0, not_met: 0, unclear: 0 }

describe('GET /outcomes', () => {
  it('is empty before a decision is judged', async () => {
    await judge(null)
    const { status, body } = await get()
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'Outcomes found.', outcomes: [], meta: { total: 0, count: 0 } })
  })

  it('counts judged decisions by type, the type with the most first', async () => {
    await judge('met', { decision_type: 'freeze' })
    for (const outcome of ['met', 'met', 'partly', 'not-met', 'unclear']) await judge(outcome)
    await judge('met', { product_slug: 'walk', decision_type: 'freeze' })
    await judge('unclear', { product_slug: undefined, direction_slug: 'utilities', decision_type: 'freeze' })
    const scale = { decision_type: 'scale', judged: 5, met: 2, partly: 1, not_met: 1, unclear: 1 }
    const freeze = { ...none, decision_type: 'freeze', judged: 3, met: 2, unclear: 1 }
    const { body } = await get()
    expect([body.outcomes, body.meta]).toEqual([[scale, freeze], { total: 2, count: 2 }])
    expect((await get('?decision_type=FREEZE')).body.outcomes).toEqual([freeze])
    expect((await get('?product_slug=walk')).body.outcomes).toEqual([
      { ...none, decision_type: 'freeze', judged: 1, met: 1 },
    ])
    const inFitness = [scale, { ...freeze, judged: 2, unclear: 0 }]
    expect((await get('?direction_slug=fitness')).body.outcomes).toEqual(inFitness)
    await makeAlias(world, 'sport', 'fitness')
    expect((await get('?direction_slug=sport')).body).toMatchObject({
      outcomes: inFitness,
      warnings: [{ field: 'direction_slug' }],
    })
  })

  it('counts what was judged since a day of the time zone', async () => {
    const id = await judge('met', { decision_type: 'pivot' })
    const since = todayIn(TIME_ZONE, -3)
    const counted = async () => (await get(`?decision_type=pivot&since=${since}`)).body.outcomes.length
    const judgedAt = (time: string) =>
      sql(world, 'update decisions set judged_at = $2 where id = $1', id, time)
    const start = startOfDay(TIME_ZONE, since)
    await judgedAt(start)
    expect(await counted()).toBe(1)
    await judgedAt(new Date(Date.parse(start) - 1).toISOString())
    expect(await counted()).toBe(0)
  })

  it('warns of an unknown slug, and returns 304 for the current tag', async () => {
    expect((await get('?product_slug=runn')).body).toMatchObject({
      outcomes: [],
      warnings: [{ field: 'product_slug', message: expect.stringContaining('Nearest: run') }],
    })
    const { headers } = await get()
    const again = await world.send('GET', `${root}/outcomes`, undefined, {
      'if-none-match': String(headers.etag),
    })
    expect(again.status).toBe(304)
  })

  it.each([
    [
      'decision_type=nonsense',
      { decision_type: [expect.stringMatching(/^The selected decision type is invalid/)] },
    ],
    ['since=yesterday', { since: [expect.stringMatching(/^The since field must/)] }],
    ['owner=Anna', { owner: [expect.stringMatching(/^The owner field is prohibited. Allowed: /)] }],
  ])('rejects %s', async (query, errors) => {
    const { status, body } = await get(`?${query}`)
    expect([status, body.errors]).toEqual([422, errors])
  })

  it('needs a token with scope read', async () => {
    const { headers } = await makeToken(world, ['write'])
    expect((await world.send('GET', `${root}/outcomes`, undefined, headers)).status).toBe(403)
    const anonymous = await world.app.inject({ url: `${root}/outcomes` })
    expect(anonymous.statusCode).toBe(403)
    const reader = await makeToken(world, ['read'])
    expect((await world.send('GET', `${root}/outcomes`, undefined, reader.headers)).status).toBe(200)
    expect((await world.send('POST', `${root}/outcomes`, {})).status).toBe(405)
  })
})

describe('the context of a dry run of a decision', () => {
  const body = (decision_type: string, fields: object = {}) => ({
    title: 'Dry',
    product_slug: 'run',
    decision_type,
    owner: 'Anna',
    decision: 'Grow.',
    review_at: '2099-01-01',
    ...fields,
  })
  const contextOf = async (sent: object) =>
    (await world.send('POST', `${root}/decisions?dry_run=1`, sent)).body.context

  it('has the outcomes of its type where five were judged, else null', async () => {
    const scale = { decision_type: 'scale', judged: 5, met: 2, partly: 1, not_met: 1, unclear: 1 }
    expect((await contextOf(body('scale'))).outcomes).toEqual(scale)
    expect((await contextOf(body('freeze'))).outcomes).toBeNull()
    const { id } = await makeDecision(world, { product_slug: 'run', decision_type: 'freeze' })
    const patched = await world.send('PATCH', `${root}/decisions/${id}?dry_run=1`, { decision_type: 'scale' })
    expect(patched.body.context.outcomes).toEqual(scale)
    const signal = { title: 'Dry', signal_type: 'risk', product_slug: 'run' }
    const ofSignal = await world.send('POST', `${root}/signals?dry_run=1`, signal)
    expect(ofSignal.body.context).not.toHaveProperty('outcomes')
    const { headers } = await makeToken(world, ['write'])
    const unread = await world.send('POST', `${root}/decisions?dry_run=1`, body('scale'), headers)
    expect(unread.body.context.outcomes).toBeNull()
  })

  it('has them once for a type in a batch', async () => {
    const record = (decision_type: string, product_slug: string) => ({
      operation: 'record_decision',
      body: body(decision_type, { product_slug }),
    })
    const signal = { title: 'Dry', signal_type: 'risk', product_slug: 'run' }
    const operations = [
      { operation: 'record_signal', body: signal },
      record('scale', 'run'),
      record('scale', 'walk'),
      record('freeze', 'walk'),
    ]
    const { status, body: answer } = await world.send('POST', `${root}/batch?dry_run=1`, { operations })
    expect(status).toBe(200)
    const contexts = answer.results.map(({ context }: { context: object }) => context)
    expect(contexts).toEqual([
      { rules: [], decisions: expect.any(Array), signals: [] },
      { same_as: 'operations.0', outcomes: expect.objectContaining({ judged: 5 }) },
      { rules: [], decisions: [], signals: [], outcomes_same_as: 'operations.1' },
      { same_as: 'operations.2', outcomes: null },
    ])
  })
})
