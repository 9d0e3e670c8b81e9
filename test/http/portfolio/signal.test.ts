import { beforeAll, describe, expect, it } from 'vitest'
import { makeApp, makeProduct, makeSignal, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
})

const signals = `${root}/signals`

describe('PATCH /signals/{id}', () => {
  it('sets resolved_at when the status becomes resolved and clears it otherwise', async () => {
    const { id } = await makeSignal(world, { signal_type: 'risk', severity: 'high' })
    const patch = async (fields: object) => (await world.send('PATCH', `${signals}/${id}`, fields)).body
    const resolved = await patch({ status: 'Resolved' })
    expect(resolved.message).toBe('Signal updated.')
    expect(Date.now() - Date.parse(resolved.signal.resolved_at)).toBeLessThan(10_000)
    expect((await patch({ severity: 'low' })).signal.resolved_at).toBe(resolved.signal.resolved_at)
    expect((await patch({ status: 'open' })).signal.resolved_at).toBeNull()
    expect((await patch({ status: 'dismissed' })).signal.resolved_at).toBeNull()
  })

  it('removes the resolution of a signal that is unresolved again, with a warning', async () => {
    const patch = async (id: number, fields: object) =>
      (await world.send('PATCH', `${signals}/${id}`, fields)).body
    const { id } = await makeSignal(world)
    for (const settled of ['resolved', 'dismissed'])
      for (const status of ['acknowledged', 'in-progress', 'open']) {
        await patch(id, { status: settled, resolution: 'Fixed' })
        expect((await patch(id, { severity: 'low' })).signal.resolution).toBe('Fixed')
        expect(await patch(id, { status })).toMatchObject({
          signal: { status, resolution: null },
          warnings: [
            {
              field: 'resolution',
              message: `The resolution is removed, because the signal is ${status} again.`,
            },
          ],
        })
      }
    await patch(id, { status: 'resolved', resolution: 'Fixed' })
    const other = await patch(id, { status: 'dismissed' })
    expect([other.signal.resolution, other.warnings]).toEqual(['Fixed', undefined])
    const kept = await patch(id, { status: 'open', resolution: 'Fixed in part' })
    expect([kept.signal.resolution, kept.warnings]).toEqual(['Fixed in part', undefined])
  })

  it('rejects the references of the signal and its external_ref', async () => {
    const { id } = await makeSignal(world)
    const fields = { product_slug: 'run', external_ref: 'x' }
    const { body } = await world.send('PATCH', `${signals}/${id}`, fields)
    expect(Object.keys(body.errors)).toEqual(['product_slug', 'external_ref'])
  })
})

describe('GET /signals', () => {
  it('filters by status, severity, type and app', async () => {
    const app = await makeApp(world)
    const signal = await makeSignal(world, {
      signal_type: 'growth-point',
      app_id: app.id,
      status: 'acknowledged',
      severity: 'critical',
    })
    for (const query of [
      'status=Acknowledged',
      'severity=CRITICAL',
      'signal_type=Growth_Point',
      `app_slug=${app.slug}`,
    ])
      expect((await world.send('GET', `${signals}?${query}`)).body.signals).toEqual([signal])
  })
})
