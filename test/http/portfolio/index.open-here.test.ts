import { beforeAll, describe, expect, it } from 'vitest'
import { makeProduct, makeSignal, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const post = async (path: string, body: object, parameters = '') => {
  const answer = await world.send('POST', `${root}/${path}${parameters}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(parameters === '' ? 201 : 200)
  return answer.body
}

const decision = { decision_type: 'scale', owner: 'Anna', decision: 'Do it.', review_at: '2099-01-01' }

describe('open_here', () => {
  it('has the five newest unresolved signals of the product, for a signal those of its type first', async () => {
    const place = { product_slug: (await makeProduct(world)).slug }
    const signal = async (title: string, signal_type: string, status: string) =>
      (await makeSignal(world, { ...place, title, signal_type, status })).id
    const risk = await signal('Rejected by the store', 'risk', 'open')
    await signal('Oldest', 'problem', 'open')
    const problems = [
      await signal('Crashes', 'problem', 'acknowledged'),
      await signal('Slow', 'problem', 'in-progress'),
      await signal('Freezes', 'problem', 'open'),
      await signal('Ugly', 'problem', 'open'),
      await signal('Loud', 'problem', 'open'),
    ].toReversed()
    await signal('Solved', 'problem', 'resolved')
    await signal('Wrong', 'problem', 'dismissed')
    const ids = ({ open_here }: { open_here: { id: number }[] }) => open_here.map(({ id }) => id)
    const body = { ...place, title: 'Another one', signal_type: 'risk' }
    const answer = await post('signals', body, '?dry_run=1')
    expect(ids(answer)).toEqual([risk, ...problems.slice(0, 4)])
    expect(answer.open_here[0]).toEqual({
      id: risk,
      title: 'Rejected by the store',
      severity: 'medium',
      status: 'open',
    })
    const created = await post('signals', body)
    expect(ids(created)).toEqual([risk, ...problems.slice(0, 4)])
    expect(ids(await post('tasks', { ...place, title: 'Look at it' }))).toEqual([
      created.signal.id,
      ...problems.slice(0, 4),
    ])
  })

  it('is in the answer for every kind, of the direction without a product', async () => {
    const direction_slug = 'fitness'
    const product = await makeProduct(world, { direction_slug })
    const { id, title, severity, status } = await makeSignal(world, { product_slug: product.slug })
    const open_here = [{ id, title, severity, status }]
    const bodies = {
      insights: { title: 'T', body: 'B' },
      economics: { title: 'T', period_start: '2026-01-01', period_end: '2026-01-31' },
      decisions: { ...decision, title: 'T' },
      tasks: { title: 'T' },
      products: { name: 'Fresh' },
      apps: { name: 'Crisp', platform: 'iOS' },
    }
    for (const [path, body] of Object.entries(bodies))
      expect(await post(path, { direction_slug, ...body }), path).toMatchObject({ open_here })
  })
})
