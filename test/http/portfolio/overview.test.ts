import { beforeAll, describe, expect, it } from 'vitest'
import { makeAlias, makeApp, makeProduct, makeRule, root, sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

const canonical = [
  'utilities',
  'documents',
  'documents-qr',
  'parental-family-safety',
  'fitness',
  'fitness-cognitive',
  'wellness-habit-change',
  'wellness-mental',
  'lifestyle-content',
  'wellness-lifestyle',
  'security-privacy',
]

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

describe('GET /directions', () => {
  it('returns the stored directions with their counts, and the canonical slugs in their fixed order', async () => {
    await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
    await makeApp(world, { product_slug: 'run' })
    await makeApp(world, { direction_slug: 'fitness' })
    await makeAlias(world, 'gym', 'fitness')
    await sql(
      world,
      `insert into directions (slug, name, description, status, created_by, updated_by)
        select 'watches', 'Watches', 'Demo', 'demo', created_by, updated_by from directions limit 1`,
    )
    const { body } = await world.send('GET', `${root}/directions`)
    expect(Object.keys(body)).toEqual(['message', 'directions', 'reference'])
    expect(body.message).toBe('Directions found.')
    expect(body.reference).toEqual({ canonical_direction_slugs: canonical })
    expect(body.directions.map(({ slug }: { slug: string }) => slug)).toEqual([
      'utilities',
      'documents-qr',
      'parental-family-safety',
      'fitness',
      'wellness-habit-change',
      'wellness-mental',
      'watches',
    ])
    expect(body.directions[3]).toEqual({
      id: 4,
      slug: 'fitness',
      name: 'Fitness',
      description: 'Training and physical activity',
      status: 'active',
      is_canonical: true,
      is_demo: false,
      products_count: 1,
      apps_count: 2,
    })
    expect(body.directions[6]).toMatchObject({ is_canonical: false, is_demo: true, products_count: 0 })
  })
})

describe('reads without query parameters', () => {
  it('warn of an unknown query parameter', async () => {
    const { id } = await makeRule(world)
    for (const path of ['directions', 'reference', 'products/run', `canon-rules/${id}`]) {
      const { status, body } = await world.send('GET', `${root}/${path}?x=1`)
      expect([status, body.warnings]).toEqual([
        200,
        [{ field: 'x', message: 'The query parameter "x" is unknown and was ignored.' }],
      ])
    }
  })
})

describe('If-None-Match', () => {
  it('returns 304 without a body if the ETag still matches', async () => {
    for (const path of ['summary', 'directions', 'products', 'products/run', 'changes']) {
      const first = await world.send('GET', `${root}/${path}`)
      expect(first.headers.etag).toMatch(/^W\/"[\w-]{20,}"$/)
      const etag = String(first.headers.etag)
      for (const tags of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
        const unchanged = await world.send('GET', `${root}/${path}`, undefined, { 'if-none-match': tags })
        expect([unchanged.status, unchanged.body, unchanged.headers.etag]).toEqual([304, '', etag])
      }
      const changed = await world.send('GET', `${root}/${path}`, undefined, { 'if-none-match': '"other"' })
      expect(changed.status).toBe(200)
    }
  })
})
