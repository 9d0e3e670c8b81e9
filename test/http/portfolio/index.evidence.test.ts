import { beforeAll, describe, expect, it } from 'vitest'
import {
  atOnce,
  expectValidationErrors,
  makeDecision,
  makeEconomics,
  makeInsight,
  makeSignal,
  makeTask,
  root,
  sql,
} from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
let signal: { id: number }
let insight: { id: number }
let economics: { id: number }
let base: { id: number }
beforeAll(async () => {
  world = await makeWorld()
  signal = await makeSignal(world, { title: 'Fell' })
  insight = await makeInsight(world, { title: 'Learned', evidence: [{ type: 'signal', id: signal.id }] })
  economics = await makeEconomics(world, {
    title: 'Paid',
    evidence: [{ type: 'insight', id: `${insight.id}` }],
  })
  base = await makeDecision(world, { title: 'First', evidence: [{ type: 'Economics', id: economics.id }] })
})

const get = async (path: string, key: string) => (await world.send('GET', `${root}/${path}`)).body[key]
const taking = kinds.filter(({ key }) => ['insight', 'economics', 'decision', 'task'].includes(key))
const bodyOf = (body: object) => ({ ...body, product_slug: undefined, direction_slug: 'utilities' })

it('a warning of retracted evidence names the task of a decision', async () => {
  const { id } = await makeEconomics(world)
  await world.send('POST', `${root}/economics/${id}/retract`, { reason: 'Wrong.' })
  const decision = kinds.find(({ key }) => key === 'decision')
  const tasks = [{ title: 'Free' }, { title: 'Resting', evidence: [{ type: 'economics', id }] }]
  const { body } = await world.send('POST', `${root}/decisions`, { ...bodyOf(decision?.body ?? {}), tasks })
  expect(body.warnings).toEqual([
    { field: 'tasks.1.evidence.0', message: `The economics ${id} is retracted.` },
  ])
})

describe.each(taking)('the evidence of a $key', ({ key, path, body, changes }) => {
  it('is stored, listed as sent, and shown with titles', async () => {
    const evidence = [
      { type: 'decision', id: base.id },
      { type: 'signal', id: signal.id },
    ]
    const made = (await world.send('POST', path, { ...bodyOf(body), evidence })).body[key]
    expect(made.evidence).toEqual(evidence)
    expect((await world.send('GET', path)).body[path.slice(root.length + 1)][0].evidence).toEqual(evidence)
    const one = (await world.send('GET', `${path}/${made.id}`)).body[key]
    expect(one.evidence).toEqual([
      { type: 'decision', id: base.id, title: 'First' },
      { type: 'signal', id: signal.id, title: 'Fell' },
    ])
    const { evidence_for } = await get(`signals/${signal.id}`, 'signal')
    expect(evidence_for).toContainEqual({ type: key, id: made.id, title: made.title })
    expect((await world.send('POST', path, bodyOf(body))).body[key].evidence).toEqual([])
  })

  it('that is retracted is a warning of every write, which still succeeds', async () => {
    const retracted = await makeInsight(world)
    await world.send('POST', `${root}/insights/${retracted.id}/retract`, { reason: 'Wrong.' })
    const evidence = [
      { type: 'signal', id: signal.id },
      { type: 'insight', id: retracted.id },
    ]
    const warning = { field: 'evidence.1', message: `The insight ${retracted.id} is retracted.` }
    const sent = { ...bodyOf(body), evidence }
    const warnings = expect.arrayContaining([warning])
    expect((await world.send('POST', `${path}?dry_run=1`, sent)).body).toMatchObject({ warnings })
    const made = await world.send('POST', path, sent)
    expect(made).toMatchObject({ status: 201, body: { warnings } })
    if (!changes) return
    const one = `${path}/${made.body[key].id}`
    expect((await world.send('PATCH', one, { evidence })).body).toMatchObject({ warnings })
    expect((await world.send('PATCH', one, { title: 'New' })).body).not.toHaveProperty('warnings')
  })

  it('is stored once for an Idempotency-Key', async () => {
    const sent = { ...bodyOf(body), evidence: [{ type: 'signal', id: signal.id }] }
    const send = () => world.send('POST', path, sent, { 'idempotency-key': `evidence-${key}` })
    const first = await send()
    const again = await send()
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true'])
    expect(again.body).toEqual(first.body)
    const select = 'select count(*)::int as n from evidence where record_type = $1 and record_id = $2'
    expect(await sql(world, select, key, first.body[key].id)).toEqual([{ n: 1 }])
  })

  it('is rejected with the place of the item, and nothing is stored', async () => {
    const before = await sql(world, 'select count(*) from history')
    const known = { type: 'signal', id: signal.id }
    const cases: [unknown, Record<string, string>][] = [
      [
        [known, { type: 'insight', id: 99_999 }],
        { 'evidence.1.id': 'The selected evidence.1.id is invalid. There is no insight 99999.' },
      ],
      [[{ type: 'signal', id: 0 }], { 'evidence.0.id': 'The selected evidence.0.id is invalid.' }],
      [[{ type: 'signal' }], { 'evidence.0.id': 'The evidence.0.id field is required.' }],
      [
        [{ type: 'task', id: 1 }],
        {
          'evidence.0.type':
            'The selected evidence.0.type is invalid. Allowed: signal, insight, economics, decision.',
        },
      ],
      [[known, known], { 'evidence.1.id': 'The evidence.1.id field has a duplicate value.' }],
      [Array(21).fill(known), { evidence: 'The evidence field must not have more than 20 items.' }],
      ['signal 12', { evidence: 'The evidence field must be an array.' }],
      [null, { evidence: 'The evidence field must be an array.' }],
    ]
    for (const [evidence, errors] of cases)
      expectValidationErrors(await world.send('POST', path, { ...bodyOf(body), evidence }), errors)
    const all = await world.send('POST', path, {
      ...bodyOf(body),
      direction_slug: 'nowhere',
      evidence: [{ type: 'signal', id: 99_999 }],
    })
    expect(Object.keys(all.body.errors).toSorted()).toEqual(['direction_slug', 'evidence.0.id'])
    expect(await sql(world, 'select count(*) from history')).toEqual(before)
  })

  it.runIf(changes)('is replaced by a PATCH, with history, and only if it differs', async () => {
    const first = [
      { type: 'signal', id: signal.id },
      { type: 'insight', id: insight.id },
    ]
    const { id } = (await world.send('POST', path, { ...bodyOf(body), evidence: first })).body[key]
    const patch = (evidence: unknown, query = '') =>
      world.send('PATCH', `${path}/${id}${query}`, { evidence })
    const last = async () => {
      const rows = await sql(
        world,
        `select changes from history where record_type = $1 and record_id = $2 order by id desc limit 1`,
        key,
        id,
      )
      return rows[0]!.changes
    }
    const before = await sql(world, 'select count(*) from history')
    expect((await patch(first)).body[key].evidence).toEqual(first)
    expect((await patch([], '?dry_run=1')).body[key].evidence).toEqual([])
    expect(await sql(world, 'select count(*) from history')).toEqual(before)
    expect((await patch([first[1]])).body[key].evidence).toEqual([first[1]])
    expect(await last()).toEqual({ evidence: { from: first, to: [first[1]] } })
    const links = await sql(
      world,
      'select type from evidence where record_type = $1 and record_id = $2',
      key,
      id,
    )
    expect(links).toEqual([{ type: 'insight' }])
    expectValidationErrors(await patch([{ type: 'decision', id: 99_999 }]), {
      'evidence.0.id': 'The selected evidence.0.id is invalid. There is no decision 99999.',
    })
    const lists = [first, [first[1]!], []]
    await atOnce(6, (index) => patch(lists[index % 3]))
    const { evidence } = await get(`${path.slice(root.length + 1)}/${id}`, key)
    const stored = evidence.map(({ type, id }: { type: string; id: number }) => ({ type, id }))
    expect(lists).toContainEqual(stored)
  })
})

describe('GET /decisions/{id}', () => {
  it('shows the chain of records that the decision rests on, and its tasks', async () => {
    const evidence = [{ type: 'decision', id: base.id }]
    const made = await makeDecision(world, { evidence, tasks: [{ title: 'Do', evidence }] })
    const { chain } = await get(`decisions/${made.id}`, 'decision')
    expect(chain).toEqual({
      signals: [{ id: signal.id, title: 'Fell', status: 'open', evidence: [] }],
      insights: [
        { id: insight.id, title: 'Learned', status: null, evidence: [{ type: 'signal', id: signal.id }] },
      ],
      economics: [
        {
          id: economics.id,
          title: 'Paid',
          status: 'unconfirmed',
          evidence: [{ type: 'insight', id: insight.id }],
        },
      ],
      decisions: [
        {
          id: base.id,
          title: 'First',
          status: 'active',
          evidence: [{ type: 'economics', id: economics.id }],
        },
      ],
      tasks: [{ id: made.tasks[0].id, title: 'Do', status: 'open', evidence }],
    })
  })

  it('ends at a circle of decisions, and a decision cannot rest on itself', async () => {
    const one = await makeDecision(world)
    const other = await makeDecision(world, { evidence: [{ type: 'decision', id: one.id }] })
    const patch = (id: number) =>
      world.send('PATCH', `${root}/decisions/${one.id}`, { evidence: [{ type: 'decision', id }] })
    expect((await patch(other.id)).status).toBe(200)
    const { chain } = await get(`decisions/${one.id}`, 'decision')
    expect(chain.decisions.map(({ id }: { id: number }) => id)).toEqual([other.id, one.id])
    expectValidationErrors(await patch(one.id), {
      'evidence.0.id': 'The selected evidence.0.id is invalid. A decision cannot rest on itself.',
    })
  })
})

it('reports evidence of nested tasks by its place', async () => {
  const answer = await world.send('POST', `${root}/decisions`, {
    ...bodyOf(taking.find(({ key }) => key === 'decision')!.body),
    tasks: [{ title: 'Fine' }, { title: 'T', evidence: [{ type: 'signal', id: 99_999 }] }],
  })
  expectValidationErrors(answer, {
    'tasks.1.evidence.0.id': 'The selected tasks.1.evidence.0.id is invalid. There is no signal 99999.',
  })
  expect((await makeTask(world)).evidence).toEqual([])
})
