import { beforeAll, describe, expect, it } from 'vitest'
import {
  expectValidationErrors,
  makeApp,
  makeDecision,
  makeProduct,
  makeSignal,
  makeTask,
  root,
} from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Scanner', direction_slug: 'documents-qr' })
})

const apps = `${root}/apps`
const unconfirmed = {
  product_binding_status:
    'The selected product binding status is invalid. Confirmed requires a product. Send product_slug or another status.',
}
const takenAs = (name: string) => ({ [name]: `The ${name.replace('_', ' ')} has already been taken.` })

describe('POST /apps', () => {
  it('creates an app of a product with its defaults and returns its Location', async () => {
    const sent = { name: 'Сканер', platform: 'android', product_slug: 'scanner' }
    const { status, body, headers } = await world.send('POST', apps, sent)
    expect(status).toBe(201)
    expect(headers.location).toBe('http://ops.test/api/portfolio/apps/skaner')
    expect(body.message).toBe('App created.')
    expect(body.app).toMatchObject({
      slug: 'skaner',
      platform: 'Android',
      product_slug: 'scanner',
      direction_slug: 'documents-qr',
      direction_id: null,
      implementation_status: 'idea',
      product_binding_status: 'confirmed',
      store_url: null,
      bundle_id: null,
      package_id: null,
    })
    expect(body.app).not.toHaveProperty('store_key')
  })

  it('sets the binding status of an app without a product: product-candidate if one is named, else unbound', async () => {
    const candidate = await makeApp(world, { product_candidate_name: 'Perhaps', direction_slug: 'fitness' })
    expect([candidate.product_binding_status, candidate.product_slug]).toEqual(['product-candidate', null])
    expect((await makeApp(world)).product_binding_status).toBe('unbound')
    const rejected = await makeApp(world, { product_slug: 'scanner', product_binding_status: 'rejected' })
    expect(rejected.product_binding_status).toBe('rejected')
    const sent = {
      name: 'X',
      platform: 'Web',
      direction_slug: 'fitness',
      product_binding_status: 'confirmed',
    }
    expectValidationErrors(await world.send('POST', apps, sent), unconfirmed)
    expectValidationErrors(await world.send('POST', apps, { ...sent, direction_slug: undefined, name: '' }), {
      ...unconfirmed,
      name: 'The name field is required.',
      product_slug: 'The product slug field is required. Or send direction_slug.',
    })
  })

  it('rejects the name of a candidate beside a product, unless the binding is sent too', async () => {
    const sent = { name: 'X', platform: 'Web', product_slug: 'scanner', product_candidate_name: 'Perhaps' }
    expectValidationErrors(await world.send('POST', apps, sent), {
      product_candidate_name:
        'The product candidate name field is prohibited. The product is known. If it is in doubt, send product_binding_status too.',
    })
    const disputed = await makeApp(world, { ...sent, product_binding_status: 'rejected' })
    expect(disputed).toMatchObject({ product_binding_status: 'rejected', product_candidate_name: 'Perhaps' })
  })

  it('accepts a direction together with a product only if it is the direction of the product', async () => {
    const sent = { name: 'X', platform: 'Web', product_slug: 'scanner' }
    expectValidationErrors(await world.send('POST', apps, { ...sent, direction_slug: 'fitness' }), {
      direction_slug: 'The selected direction slug is invalid. The product belongs to another direction.',
    })
    expect((await makeApp(world, { ...sent, direction_slug: 'documents-qr' })).direction_slug).toBe(
      'documents-qr',
    )
  })
})

describe('PATCH /apps/{mobileApp}', () => {
  it('changes any field and validates the result like a new app', async () => {
    const { id, slug } = await makeApp(world, { bundle_id: 'com.acme.first' })
    const changes = { implementation_status: 'In_Review', bundle_id: 'com.acme.second', name: 'Renamed' }
    const { body } = await world.send('PATCH', `${apps}/${slug}`, changes)
    expect(body.message).toBe('App updated.')
    expect(body.app).toMatchObject({ ...changes, id, slug, implementation_status: 'in-review' })
    await makeApp(world, { bundle_id: 'com.acme.first' })
    expectValidationErrors(
      await world.send('PATCH', `${apps}/${id}`, { bundle_id: 'com.acme.first' }),
      takenAs('bundle_id'),
    )
    await makeApp(world, { bundle_id: 'com.acme.second', platform: 'macOS' })
    expectValidationErrors(
      await world.send('PATCH', `${apps}/${id}`, { platform: 'macOS' }),
      takenAs('bundle_id'),
    )
  })

  it('rejects the status confirmed for an app without a product', async () => {
    const app = await makeApp(world, { direction_slug: 'documents-qr' })
    const patch = (fields: object) => world.send('PATCH', `${apps}/${app.id}`, fields)
    expectValidationErrors(await patch({ product_binding_status: 'confirmed' }), unconfirmed)
    const bound = await patch({ product_binding_status: 'confirmed', product_slug: 'scanner' })
    expect(bound.body.app).toMatchObject({ product_slug: 'scanner', product_binding_status: 'confirmed' })
    expectValidationErrors(await patch({ product_slug: null }), unconfirmed)
    const { body } = await patch({ product_id: null, product_binding_status: 'unbound' })
    expect(body.app).toMatchObject({ product_slug: null, direction_slug: 'documents-qr' })
  })

  it('moves an app to another direction only while it has no product', async () => {
    const unbound = await makeApp(world)
    const moved = await world.send('PATCH', `${apps}/${unbound.id}`, { direction_slug: 'fitness' })
    expect(moved.body.app.direction_slug).toBe('fitness')
    expectValidationErrors(await world.send('PATCH', `${apps}/${unbound.id}`, { direction_slug: null }), {
      direction_slug: 'The direction slug field is required. The app has no product.',
    })
    const bound = await makeApp(world, { product_slug: 'scanner' })
    expectValidationErrors(await world.send('PATCH', `${apps}/${bound.id}`, { direction_slug: 'fitness' }), {
      direction_slug: 'The selected direction slug is invalid. The product belongs to another direction.',
    })
    expect((await world.send('PATCH', `${apps}/${bound.id}`, { direction_id: null })).body.app).toEqual(bound)
  })
})

describe('GET /apps', () => {
  it('filters by slug, exact store identity, binding status and platform', async () => {
    const store_url = 'https://apps.apple.com/us/app/scan/id99'
    const app = await makeApp(world, {
      bundle_id: 'com.x.y',
      package_id: 'com.x.z',
      store_url,
      platform: 'Windows',
    })
    for (const query of [
      `slug=${app.slug.toUpperCase()}`,
      'bundle_id=com.x.y',
      'package_id=com.x.z',
      `store_url=${encodeURIComponent('http://www.apps.apple.com/us/app/scan/id99/?l=ru')}`,
      'platform=WINDOWS&binding=unbound',
      'platform=Windows&product_binding_status=UNBOUND',
    ])
      expect((await world.send('GET', `${apps}?${query}`)).body.apps).toEqual([app])
    for (const query of [
      'bundle_id=com.x',
      'package_id=com.x.Z',
      'binding=confirmed&platform=windows',
      'product_binding_status=rejected&platform=windows',
    ])
      expect((await world.send('GET', `${apps}?${query}`)).body.apps).toEqual([])
    expectValidationErrors(await world.send('GET', `${apps}?binding=maybe&store_url=x`), {
      binding: 'The selected binding is invalid. Allowed: unbound, product-candidate, confirmed, rejected.',
      store_url: 'The store url field must be a valid URL.',
    })
    const { body } = await world.send('GET', `${apps}?slug=nowhere`)
    expect(body.warnings).toEqual([
      { field: 'slug', message: expect.stringContaining('There is no app with the slug "nowhere".') },
    ])
  })
})

describe('GET /apps/{mobileApp}', () => {
  it('returns the app with its latest signals, insights, decisions and tasks', async () => {
    const app = await makeApp(world, { product_slug: 'scanner' })
    const signal = await makeSignal(world, { app_slug: app.slug })
    const task = await makeTask(world, { app_id: app.id })
    const { body } = await world.send('GET', `${apps}/${app.id}`)
    expect(body.app).toEqual({
      ...app,
      signals: [signal],
      insights: [],
      decisions: [],
      tasks: [task],
      rules: [],
    })
    const decision = await makeDecision(world, { product_slug: 'scanner', tasks: [{ title: 'Do' }] })
    await makeDecision(world)
    const decisions = async ({ id }: { id: number }) =>
      (await world.send('GET', `${apps}/${id}`)).body.app.decisions
    expect(await decisions(app)).toEqual([decision])

    for (let times = 0; times < 10; times++) await makeDecision(world, { product_slug: 'scanner' })
    expect(await decisions(app)).toHaveLength(10)
    const withoutProduct = await makeApp(world)
    expect(await decisions(withoutProduct)).toEqual([])
    const ofApp = await makeDecision(world, { app_slug: withoutProduct.slug })
    expect(await decisions(withoutProduct)).toEqual([ofApp])
  })
})
