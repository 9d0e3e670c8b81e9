import { beforeAll, describe, expect, it } from 'vitest'
import { makeDecision, makeInsight, makeProduct, makeSignal, makeTask, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
})

const get = (path: string, etag?: string) =>
  world.send('GET', `${root}/${path}`, undefined, etag ? { 'if-none-match': etag } : {})
const etagOf = async (path: string): Promise<string> => (await get(path)).body.etag

describe.each(kinds)('the etag of a $key', ({ key, path, body, changes }) => {
  it('is in the body of POST and GET, as in their header', async () => {
    const created = await world.send('POST', path, { ...body, ...(key === 'product' && { name: 'Tagged' }) })
    expect(created.body.etag).toMatch(/^W\/"[\w-]+"$/)
    const { id } = created.body[key]
    const found = await world.send('GET', `${path}/${id}`)
    for (const answer of [created, found])
      expect([answer.body.etag, answer.headers.etag]).toEqual([created.body.etag, created.body.etag])
  })

  it.runIf(changes)('is in the body of PATCH, and If-Match takes it', async () => {
    const field = 'name' in body ? 'name' : 'title'
    const created = await world.send('POST', path, { ...body, [field]: 'First' })
    const url = `${path}/${created.body[key].id}`
    const change = (text: string, etag: string) =>
      world.send('PATCH', url, { [field]: text }, { 'if-match': etag })
    const changed = await change('Second', created.body.etag)
    expect([changed.status, changed.body.etag]).toEqual([200, changed.headers.etag])
    expect(changed.body.etag).not.toBe(created.body.etag)
    expect(changed.body.etag).toBe((await world.send('GET', url)).body.etag)
    const outdated = await change('Third', created.body.etag)
    expect([outdated.status, outdated.body.current_etag]).toEqual([412, changed.body.etag])
    expect((await change('Third', changed.body.etag)).status).toBe(200)
  })

  it('is absent from a dry run', async () => {
    const { status, body: answer } = await world.send('POST', `${path}?dry_run=1`, { ...body })
    expect([status, 'etag' in answer]).toEqual([200, false])
  })
})

it('a repeated request with an Idempotency-Key gets the etag again, in both places', async () => {
  const create = () =>
    world.send(
      'POST',
      `${root}/tasks`,
      { title: 'Once', product_slug: 'fixed' },
      { 'idempotency-key': 'once' },
    )
  const [first, second] = [await create(), await create()]
  expect(second.headers['idempotent-replayed']).toBe('true')
  expect([second.body.etag, second.headers.etag]).toEqual([first.body.etag, first.body.etag])
})

describe('the etag of a record', () => {
  it('stays when records that its GET embeds are created', async () => {
    const { slug } = await makeProduct(world)
    const decision = await makeDecision(world, { product_slug: slug })
    const app = await world.send('POST', `${root}/apps`, {
      name: 'On iOS',
      platform: 'iOS',
      product_slug: slug,
    })
    const paths = [`products/${slug}`, `decisions/${decision.id}`, `apps/${app.body.app.slug}`]
    const before = await Promise.all(paths.map(etagOf))
    await makeSignal(world, { app_slug: app.body.app.slug })
    await makeTask(world, { product_decision_id: decision.id })
    expect(await Promise.all(paths.map(etagOf))).toEqual(before)
  })

  it('stays when another record names it as evidence', async () => {
    const signal = await makeSignal(world)
    const before = await etagOf(`signals/${signal.id}`)
    await makeInsight(world, { evidence: [{ type: 'signal', id: signal.id }] })
    expect(await etagOf(`signals/${signal.id}`)).toBe(before)
  })

  it('changes with its evidence, but not with the title of that', async () => {
    const signal = await makeSignal(world)
    const task = await makeTask(world, { evidence: [{ type: 'signal', id: signal.id }] })
    const before = await etagOf(`tasks/${task.id}`)
    await world.send('PATCH', `${root}/signals/${signal.id}`, { title: 'Renamed' })
    expect(await etagOf(`tasks/${task.id}`)).toBe(before)
    await world.send('PATCH', `${root}/tasks/${task.id}`, { evidence: [] })
    expect(await etagOf(`tasks/${task.id}`)).not.toBe(before)
  })
})

describe('If-None-Match', () => {
  it('is ignored by the GET of a product, an app and a decision', async () => {
    const decision = await makeDecision(world, { product_slug: 'fixed' })
    const { body } = await world.send('POST', `${root}/apps`, {
      name: 'Bare',
      platform: 'iOS',
      product_slug: 'fixed',
    })
    // The second answer may come from the cache.
    for (const path of ['products/fixed', `apps/${body.app.slug}`, `decisions/${decision.id}`])
      for (const _ of [1, 2]) {
        const answer = await get(path, await etagOf(path))
        expect([answer.status, answer.body.etag], path).toEqual([200, answer.headers.etag])
      }
  })

  it('is ignored as soon as another record rests on the record', async () => {
    const { id } = await makeSignal(world)
    const path = `signals/${id}`
    const etag = await etagOf(path)
    expect((await get(path, etag)).status).toBe(304)
    await makeInsight(world, { title: 'Resting', evidence: [{ type: 'signal', id }] })
    const { status, body } = await get(path, etag)
    expect([status, body.signal.evidence_for]).toMatchObject([200, [{ title: 'Resting' }]])
  })
})
