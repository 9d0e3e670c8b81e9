import { beforeAll, describe, expect, it } from 'vitest'
import { expectValidationErrors, makeAlias, makeProduct, makeRule, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const products = `${root}/products`
const taken = { name: 'The name has already been taken.' }

describe('POST /products', () => {
  it('creates a product with a slug from its name and returns its Location', async () => {
    const sent = { direction_slug: 'documents-qr', name: ' Сканер QR ' }
    const { status, body, headers } = await world.send('POST', products, sent)
    expect(status).toBe(201)
    expect(headers.location).toBe('http://ops.test/api/portfolio/products/skaner-qr')
    const author = { type: 'env_token', id: 'env:1', name: 'env:1' }
    expect(body).toEqual({
      message: 'Product created.',
      etag: headers.etag,
      product: {
        id: expect.any(Number),
        slug: 'skaner-qr',
        direction_id: 2,
        direction_slug: 'documents-qr',
        direction: { id: 2, slug: 'documents-qr', name: 'Documents and QR' },
        name: 'Сканер QR',
        portfolio_status: 'candidate',
        product_focus: 'assess-development',
        summary: null,
        is_revenue_generating: false,
        is_favorite: false,
        monetization_model: null,
        health_state: null,
        health_summary: null,
        risk_summary: null,
        growth_chance: null,
        next_step: null,
        apps_count: 0,
        open_signals_count: 0,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updated_at: body.product.created_at,
        created_by: author,
        updated_by: author,
      },
      similar: [],
      open_here: [],
    })
  })

  it.each([
    ['Node.js ~ 2.0!', 'node-js-2-0'],
    ['_x_', 'x'],
    ['2048', 'product-2048'],
    ['😀', 'product'],
    ['日本', 'ri-ben'],
    ['Щ'.repeat(60), 'shch'.repeat(20)],
  ])('generates from the name %s the slug %s', async (name, slug) => {
    const product = await makeProduct(world, { name })
    expect(product.slug).toBe(slug)
    const found = await world.send('GET', `${products}/${slug.toUpperCase()}`)
    expect(found.body.product.id).toBe(product.id)
  })

  it('appends a number to a taken slug, and skips numbers that other names use', async () => {
    const slugs: string[] = []
    for (const [name, direction_slug] of [
      ['Timer', 'fitness'],
      ['Timer 2', 'fitness'],
      ['Timer', 'utilities'],
      ['timer!', 'fitness'],
    ])
      slugs.push((await makeProduct(world, { name, direction_slug })).slug)
    expect(slugs).toEqual(['timer', 'timer-2', 'timer-3', 'timer-4'])
  })

  it('rejects a name that another product of the direction has, in any case', async () => {
    await makeProduct(world, { name: 'Будильник Ёлка', direction_slug: 'fitness' })
    const duplicate = { name: 'БУДИЛЬНИК ёлка', direction_slug: 'fitness' }
    expectValidationErrors(await world.send('POST', products, duplicate), taken)
    expect((await makeProduct(world, { ...duplicate, direction_slug: 'utilities' })).slug).toBe(
      'budilnik-yolka-2',
    )
  })

  it('rejects a canonical direction that is not stored, and lists the stored ones and the nearest', async () => {
    expectValidationErrors(
      await world.send('POST', products, { name: 'X', direction_slug: 'security-privacy' }),
      {
        direction_slug:
          'The selected direction slug is invalid. Allowed: utilities, documents-qr, parental-family-safety, fitness, wellness-habit-change, wellness-mental. "security-privacy" is canonical, but not stored. Nearest: documents-qr, utilities, wellness-mental.',
      },
    )
  })

  it('accepts true, 1, "1" and "true" as true and their counterparts as false', async () => {
    const dryRun = (is_favorite: unknown) =>
      world.send('POST', `${products}?dry_run=1`, { direction_slug: 'fitness', name: 'F', is_favorite })
    for (const yes of [true, 1, '1', 'true']) expect((await dryRun(yes)).body.product.is_favorite).toBe(true)
    for (const no of [false, 0, '0', 'false']) expect((await dryRun(no)).body.product.is_favorite).toBe(false)
    for (const invalid of ['yes', 2, null, '', [], 'TRUE '])
      expectValidationErrors(await dryRun(invalid), {
        is_favorite: 'The is favorite field must be true or false.',
      })
  })
})

describe('PATCH /products/{product}', () => {
  it('changes any field, by slug or id, and keeps the slug', async () => {
    const product = await makeProduct(world, { name: 'Before' })
    const changes = {
      name: 'After',
      is_favorite: '1',
      is_revenue_generating: true,
      portfolio_status: 'CORE',
      product_focus: 'Scale',
      health_summary: 'Good',
      direction_slug: 'fitness',
    }
    const { status, body, headers } = await world.send('PATCH', `${products}/before`, changes)
    expect(status).toBe(200)
    expect(headers.location).toBeUndefined()
    expect(body.message).toBe('Product updated.')
    expect(body.product).toMatchObject({
      ...changes,
      id: product.id,
      slug: 'before',
      is_favorite: true,
      portfolio_status: 'core',
      product_focus: 'scale',
      direction: { id: 4, slug: 'fitness' },
    })
    const byId = await world.send('GET', `${products}/${product.id}`)
    expect(byId.body.product).toMatchObject(body.product)
  })

  it('rejects a name that is taken in the direction, also in the one the product moves to', async () => {
    await makeProduct(world, { name: 'Pace', direction_slug: 'fitness' })
    const other = await makeProduct(world, { name: 'Pace', direction_slug: 'utilities' })
    const third = await makeProduct(world, { name: 'Else', direction_slug: 'fitness' })
    expectValidationErrors(
      await world.send('PATCH', `${products}/${other.id}`, { direction_slug: 'fitness' }),
      taken,
    )
    expectValidationErrors(await world.send('PATCH', `${products}/${third.id}`, { name: 'PACE' }), taken)
    const moved = await world.send('PATCH', `${products}/${third.id}`, { direction_slug: 'utilities' })
    expect(moved.body.product.direction_slug).toBe('utilities')
  })

  it('rejects null for a field that a product always has', async () => {
    const { id } = await makeProduct(world)
    expectValidationErrors(
      await world.send('PATCH', `${products}/${id}`, { direction_slug: '', direction_id: null, name: null }),
      {
        direction_slug: 'The direction slug field is required.',
        direction_id: 'The direction id field is required.',
        name: 'The name field is required.',
      },
    )
  })

  it('does not move a product that an active canon rule pins to its direction', async () => {
    const { id } = await makeProduct(world)
    const rule = await makeRule(world, { product_id: id, direction_slug: 'utilities' })
    const reason = `Canon rule ${rule.id} pins the product to its direction.`
    const move = (to: object = { direction_slug: 'fitness' }) =>
      world.send('PATCH', `${products}/${id}`, { ...to, name: 'Moved' })
    expectValidationErrors(await move(), {
      direction_slug: `The selected direction slug is invalid. ${reason}`,
    })
    expectValidationErrors(await move({ direction_id: 4 }), {
      direction_id: `The selected direction id is invalid. ${reason}`,
    })
    expect((await world.send('GET', `${products}/${id}`)).body.product.name).not.toBe('Moved')
    await world.send('PATCH', `${root}/canon-rules/${rule.id}`, { direction_slug: null })
    expect((await move()).body.product.direction_slug).toBe('fitness')
  })

  it('accepts the legacy slug of a direction with a warning', async () => {
    await makeAlias(world, 'gym', 'fitness')
    const { id } = await makeProduct(world)
    const { body } = await world.send('PATCH', `${products}/${id}`, { direction_slug: 'gym' })
    expect([body.product.direction_slug, body.warnings[0].field]).toEqual(['fitness', 'direction_slug'])
  })
})
