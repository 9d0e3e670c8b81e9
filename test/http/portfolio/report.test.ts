import { beforeAll, describe, expect, it } from 'vitest'
import { expectRefused, makeApp, makeProduct, makeToken, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
})

const reports = kinds.filter(({ key }) => ['signal', 'insight', 'economics'].includes(key))

// What agents report is only ever added: signals, insights, economics.
describe.each(reports)('POST $path', ({ key, path, body, make }) => {
  it('adds one each time, and says where it is', async () => {
    const first = await world.send('POST', path, body)
    const second = await world.send('POST', path, body)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body[key].id).toBeGreaterThan(first.body[key].id)
    expect(first.headers.location).toBe(`http://ops.test${path}/${first.body[key].id}`)
    expect(first.body.message).toBe(`${key[0]!.toUpperCase()}${key.slice(1)} created.`)
    expect(first.body[key]).toMatchObject({ ...body, external_ref: null })
    expect(first.body[key]).not.toHaveProperty('credential')
    expect((await world.send('GET', `${path}/${first.body[key].id}`)).body[key]).toEqual(first.body[key])
  })

  it('takes a reference of the reporter’s own once for each token, and tells which record has it', async () => {
    const made = await make(world, { external_ref: 'ref-1' })
    const again = await world.send('POST', path, { ...body, external_ref: ' ref-1 ' })
    expect(again.status).toBe(409)
    expect(again.body).toEqual({
      message: 'The external ref "ref-1" was already reported.',
      code: 'conflict',
      request_id: expect.any(String),
      existing_id: made.id,
    })
    const dry = await world.send('POST', `${path}?dry_run=1`, { ...body, external_ref: 'ref-1' })
    expect(dry.status).toBe(409)
    const { headers } = await makeToken(world)
    const other = await world.send('POST', path, { ...body, external_ref: 'ref-1' }, headers)
    expect(other.status).toBe(201)
    expect(
      (await world.send('POST', path, { ...body, external_ref: 'ref-1' }, headers)).body.existing_id,
    ).toBe(other.body[key].id)
    expect((await world.send('POST', path, { ...body, external_ref: '' })).status).toBe(201)
  })
})

describe('PATCH /signals/{id}', () => {
  const signals = `${root}/signals`
  it('closes a signal and takes it up again, with the moment it was resolved', async () => {
    const { id } = (await world.send('POST', signals, { ...reports[0]!.body, severity: 'high' })).body.signal
    const patch = async (fields: object) => (await world.send('PATCH', `${signals}/${id}`, fields)).body
    const resolved = await patch({ status: 'Resolved' })
    expect(resolved.message).toBe('Signal updated.')
    expect(Date.now() - Date.parse(resolved.signal.resolved_at)).toBeLessThan(10_000)
    expect((await patch({ severity: 'low' })).signal.resolved_at).toBe(resolved.signal.resolved_at)
    expect((await patch({ status: 'open' })).signal.resolved_at).toBeNull()
    expect((await patch({ status: 'dismissed' })).signal.resolved_at).toBeNull()
    const refused = await patch({ product_slug: 'run', external_ref: 'x' })
    expect(Object.keys(refused.errors)).toEqual(['product_slug', 'external_ref'])
  })

  it('filters signals by status and severity, and by app', async () => {
    const app = await makeApp(world)
    const sent = {
      title: 'T',
      signal_type: 'risk',
      app_id: app.id,
      status: 'acknowledged',
      severity: 'critical',
    }
    const { signal } = (await world.send('POST', signals, sent)).body
    for (const query of ['status=Acknowledged', 'severity=CRITICAL', `app_id=${app.id}`])
      expect((await world.send('GET', `${signals}?${query}`)).body.signals).toEqual([signal])
  })
})

describe('POST /insights', () => {
  it('was discovered today unless said otherwise', async () => {
    const before = new Date().toISOString().slice(0, 10)
    const { body } = await world.send('POST', `${root}/insights`, reports[1]!.body)
    expect([before, new Date().toISOString().slice(0, 10)]).toContain(body.insight.discovered_at)
    const sent = { ...reports[1]!.body, discovered_at: '2024-02-30' }
    expectRefused(await world.send('POST', `${root}/insights`, sent), {
      discovered_at: 'The discovered at field must match the format Y-m-d.',
    })
  })
})

describe('GET /insights', () => {
  it('filters by impact level, also under the name of severity', async () => {
    const sent = { ...reports[1]!.body, impact_level: 'critical' }
    const { insight } = (await world.send('POST', `${root}/insights`, sent)).body
    for (const name of ['impact_level', 'severity']) {
      const { body } = await world.send('GET', `${root}/insights?${name}=CRITICAL`)
      expect([body.insights, body.warnings]).toEqual([[insight], undefined])
    }
    expectRefused(await world.send('GET', `${root}/insights?severity=huge`), {
      severity: 'The selected severity is invalid. Allowed: low, medium, high, critical.',
    })
  })
})

describe('POST /economics', () => {
  const post = (fields: object) => world.send('POST', `${root}/economics`, { ...reports[2]!.body, ...fields })
  it('is about a product or a direction, not an app', async () => {
    const { body } = await post({ direction_slug: undefined, product_slug: 'run', app_id: 1 })
    expect(Object.keys(body.errors)).toEqual(['app_id'])
  })

  it('covers a period that does not end before it begins, of 366 days at most', async () => {
    expect((await post({ period_start: '2026-01-01', period_end: '2026-01-01' })).status).toBe(201)
    expect((await post({ period_start: '2024-01-01', period_end: '2025-01-01' })).status).toBe(201)
    expectRefused(await post({ period_start: '2024-01-01', period_end: '2025-01-02' }), {
      period_end: 'The period end field must be at most 366 days after period start.',
    })
    expectRefused(await post({ period_start: '2026-01-02', period_end: '2026-01-01', title: '' }), {
      period_end: 'The period end field must be a date after or equal to period start.',
      title: 'The title field is required.',
    })
    expectRefused(await post({ period_start: '2026-02-30', period_end: '2020-01-01' }), {
      period_start: 'The period start field must match the format Y-m-d.',
    })
  })

  it('is found by its status', async () => {
    const { economics } = (await post({ economics_status: 'disputed' })).body
    const { body } = await world.send('GET', `${root}/economics?status=DISPUTED`)
    expect(body.economics).toEqual([economics])
  })
})
