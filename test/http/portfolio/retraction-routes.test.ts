import { beforeAll, describe, expect, it } from 'vitest'
import {
  expectValidationErrors,
  makeDecision,
  makeEconomics,
  makeInsight,
  makeTask,
  makeToken,
  root,
  sql,
} from '../../support/makers.ts'
import { settled } from '../../support/settled.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const kinds = [
  { key: 'insight', list: 'insights', path: `${root}/insights`, make: makeInsight },
  { key: 'economics', list: 'economics', path: `${root}/economics`, make: makeEconomics },
] as const
const reason = 'The figures are those of another product.'
const Key = (key: string) => key.replace(/^./, (letter) => letter.toUpperCase())
const historyOf = (type: string, id: number) =>
  sql(
    world,
    'select event, changes from history where record_type = $1 and record_id = $2 order by id',
    type,
    id,
  )

describe.each(kinds)('POST $path/{id}/retract', ({ key, path, make }) => {
  it('answers 200 with retracted_at and retraction, and repeated, 200 with the record unchanged', async () => {
    const made = await make(world)
    expect([made.retracted_at, made.retraction]).toEqual([null, null])
    const url = `${path}/${made.id}/retract`
    const { status, body, headers } = await world.send('POST', url, { reason })
    expect([status, body.message]).toEqual([200, `${Key(key)} retracted.`])
    const retracted_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/)
    expect(body[key]).toEqual({
      ...made,
      retracted_at,
      retraction: reason,
      updated_at: expect.any(String),
    })
    const shown = await world.send('GET', `${path}/${made.id}`)
    expect(shown.body[key]).toMatchObject(body[key])
    expect(shown.headers.etag).toBe(headers.etag)
    const repeated = await world.send('POST', url, { reason: 'Another one.' })
    expect([repeated.status, repeated.body[key]]).toEqual([200, body[key]])
    const events = (await historyOf(key, made.id)).map(({ event }) => event)
    expect(events).toEqual(['created', 'retracted'])
  })

  it('names in evidence_for what rests on the record, and marks what rests on it indirectly', async () => {
    const made = await make(world)
    const rests = (type: string, id: number) => ({ evidence: [{ type, id }] })
    const economics = await makeEconomics(world, rests(key, made.id))
    const first = await makeDecision(world, rests(key, made.id))
    const insight = await makeInsight(world, rests('decision', first.id))
    const task = await makeTask(world, rests('insight', insight.id))
    const both = await makeTask(world, {
      evidence: [{ type: key, id: made.id }, ...rests('decision', first.id).evidence],
    })
    await world.send('PATCH', `${root}/decisions/${first.id}`, {
      evidence: [
        { type: key, id: made.id },
        { type: 'insight', id: insight.id },
      ],
    })
    await world.send('POST', `${root}/economics/${economics.id}/retract`, { reason })
    const evidence_for = [
      { type: 'decision', id: first.id, title: first.title },
      { type: 'economics', id: economics.id, title: economics.title, retracted: true },
      { type: 'task', id: both.id, title: both.title },
      { type: 'insight', id: insight.id, title: insight.title, indirect: true },
      { type: 'task', id: task.id, title: task.title, indirect: true },
    ]
    const url = `${path}/${made.id}/retract`
    const operations = [{ operation: `retract_${key}`, key: made.id, body: { reason } }]
    expect((await world.send('POST', `${url}?dry_run=1`, { reason })).body).toMatchObject({ evidence_for })
    const batch = await world.send('POST', `${root}/batch?dry_run=1`, { operations })
    expect(batch.body.results).toMatchObject([{ evidence_for }])
    const proposer = await makeToken(world, ['propose', 'read'])
    const proposed = await world.send('POST', url, { reason }, proposer.headers)
    expect(proposed).toMatchObject({ status: 202, body: { evidence_for } })
    for (let times = 0; times < 2; times++)
      expect((await world.send('POST', url, { reason })).body.evidence_for).toEqual(evidence_for)
  })

  it('is taken back by DELETE, which answers 200 with the record', async () => {
    const made = await make(world)
    const url = `${path}/${made.id}/retract`
    await world.send('POST', url, { reason })
    const { status, body } = await world.send('DELETE', url)
    expect([status, body.message]).toEqual([200, `${Key(key)} restored.`])
    const restored = { ...made, updated_at: expect.any(String) }
    expect(body[key]).toEqual(restored)
    const repeated = await world.send('DELETE', url)
    expect([repeated.status, repeated.body[key]]).toEqual([200, body[key]])
    expect((await historyOf(key, made.id)).map(({ event }) => event)).toEqual([
      'created',
      'retracted',
      'restored',
    ])
  })

  it('requires a reason of at most 1,000 characters without a credential, and no other field', async () => {
    const { id } = await make(world)
    const url = `${path}/${id}/retract`
    for (const body of [{}, { reason: null }, { reason: ' ' }])
      expectValidationErrors(await world.send('POST', url, body), {
        reason: 'The reason field is required.',
      })
    expectValidationErrors(await world.send('POST', url, { reason: 'x'.repeat(1001) }), {
      reason: 'The reason field must not be greater than 1000 characters.',
    })
    const { secret } = await makeToken(world)
    expect((await world.send('POST', url, { reason: `Found ${secret}` })).status).toBe(422)
    expectValidationErrors(await world.send('POST', url, { reason, retracted_at: '2026-01-01' }), {
      retracted_at: 'The retracted at field is prohibited. Allowed: reason.',
    })
    expectValidationErrors(await world.send('DELETE', url, { reason }), {
      reason: expect.stringContaining('The reason field is prohibited.'),
    })
    expect((await world.send('POST', url, { reason: 'x'.repeat(1000) })).status).toBe(200)
  })

  it('does not let a creation set the fields of the retraction', async () => {
    const body = {
      title: 'T',
      body: 'B',
      direction_slug: 'utilities',
      period_start: '2026-01-01',
      period_end: '2026-01-02',
    }
    const { errors } = (
      await world.send('POST', path, { ...body, retracted_at: '2026-01-01T00:00:00Z', retraction: reason })
    ).body
    expect(Object.keys(errors)).toEqual(expect.arrayContaining(['retracted_at', 'retraction']))
  })

  it('answers 404 for a record that does not exist, and 405 with Allow for another method', async () => {
    for (const id of [999_999, 'x'])
      for (const method of ['POST', 'DELETE'] as const)
        expect(
          (await world.send(method, `${path}/${id}/retract`, method === 'POST' ? { reason } : undefined))
            .status,
        ).toBe(404)
    const { id } = await make(world)
    const { status, headers } = await world.send('GET', `${path}/${id}/retract`)
    expect([status, headers.allow]).toEqual([405, 'POST, DELETE'])
    const deleted = await world.send('DELETE', `${path}/${id}`)
    expect(deleted.status).toBe(405)
    expect(deleted.body.next).toContain('retract an insight or economics')
  })

  it('requires the scope write, and tells a token without read nothing but what was set', async () => {
    const { id } = await make(world)
    const url = `${path}/${id}/retract`
    const { headers } = await makeToken(world, ['read'])
    expect((await world.send('POST', url, { reason }, headers)).body).toMatchObject({
      code: 'missing_ability',
      required_ability: 'write',
    })
    expect((await world.send('DELETE', url, undefined, headers)).status).toBe(403)
    const writeOnly = await makeToken(world, ['write'])
    // `world.send` compares the answer with the schema of the whole record.
    const answer = await world.app.inject({
      method: 'POST',
      url,
      headers: writeOnly.headers,
      payload: { reason },
    })
    expect(answer.json()[key]).toEqual({ id, retracted_at: expect.any(String), retraction: reason })
  })

  it('with dry_run=1 answers 200 with the record as it would be, and stores nothing', async () => {
    const made = await make(world)
    const url = `${path}/${made.id}/retract`
    const dry = await world.send('POST', `${url}?dry_run=1`, { reason })
    expect(dry.status).toBe(200)
    expect(dry.body).toMatchObject({
      message: `${Key(key)} would be retracted.`,
      dry_run: true,
      [key]: { id: made.id, retraction: reason },
    })
    expect((await historyOf(key, made.id)).length).toBe(1)
    await world.send('POST', url, { reason })
    const restoring = await world.send('DELETE', `${url}?dry_run=1`)
    expect(restoring.body).toMatchObject({
      message: `${Key(key)} would be restored.`,
      dry_run: true,
      [key]: { retracted_at: null },
    })
    expect((await world.send('GET', `${path}/${made.id}`)).body[key].retraction).toBe(reason)
  })

  it('replays the answer of its Idempotency-Key', async () => {
    const { id } = await make(world)
    const url = `${path}/${id}/retract`
    const headers = { 'idempotency-key': `retract-${key}` }
    const first = await world.send('POST', url, { reason }, headers)
    await world.send('DELETE', url)
    const replayed = await world.send('POST', url, { reason }, headers)
    expect([replayed.status, replayed.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(replayed.body).toEqual(first.body)
    expect((await world.send('GET', `${path}/${id}`)).body[key].retracted_at).toBe(null)
    const other = await world.send('POST', url, { reason: 'Another.' }, headers)
    expect(other.body.code).toBe('idempotency_mismatch')
  })

  it('answers 412 if the record is not as If-Match says', async () => {
    const { id } = await make(world)
    const url = `${path}/${id}/retract`
    const { headers } = await world.send('GET', `${path}/${id}`)
    const match = { 'if-match': String(headers.etag) }
    expect((await world.send('POST', url, { reason }, { 'if-match': 'W/"other"' })).status).toBe(412)
    expect((await world.send('POST', url, { reason }, match)).status).toBe(200)
    expect((await world.send('DELETE', url, undefined, match)).status).toBe(412)
  })

  it('adds the events retracted and restored to the change feed', async () => {
    const { id } = await make(world)
    await world.send('POST', `${path}/${id}/retract`, { reason })
    await world.send('DELETE', `${path}/${id}/retract`)
    await settled(world)
    const { changes } = (await world.send('GET', `${root}/changes?entity=${key}&limit=200`)).body
    const own = changes.filter((change: { id: number }) => change.id === id)
    const events = Object.fromEntries(own.map((change: { event: string }) => [change.event, change]))
    expect(Object.keys(events).toSorted()).toEqual(['created', 'restored', 'retracted'])
    expect(events.retracted.changes.retraction).toEqual({ from: null, to: reason })
    expect(events.restored.changes.retraction).toEqual({ from: reason, to: null })
  })
})
