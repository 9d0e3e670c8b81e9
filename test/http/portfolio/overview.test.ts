import { beforeAll, describe, expect, it } from 'vitest'
import { expectValidationErrors, makeAlias, makeApp, makeProduct, root, sql } from '../../support/makers.ts'
import { settled } from '../../support/settled.ts'
import { makeWorld, token, type World } from '../../support/world.ts'

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
    expect(Object.keys(body)).toEqual(['message', 'directions', 'reference', 'not_stored', 'next'])
    expect(body.message).toBe('Directions found.')
    expect(body.reference).toEqual({ canonical_direction_slugs: canonical })
    expect(body.not_stored).toEqual(
      canonical.filter((slug) => !body.directions.some((stored: { slug: string }) => stored.slug === slug)),
    )
    expect(body.next).toMatch(/stored direction/)
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

describe('an unknown query parameter', () => {
  it.each([
    ['summary', 'direction_slug'],
    ['directions', 'none'],
    ['reference', 'none'],
    ['changes', 'since, after, actor, limit, entity, product_slug, direction_slug'],
    ['products/run', 'none'],
    ['canon-rules/1', 'none'],
  ])('is rejected by GET /%s, which names the allowed ones', async (path, allowed) => {
    expectValidationErrors(await world.send('GET', `${root}/${path}?dry_run=1`), {
      dry_run: `The dry run field is prohibited. Allowed: ${allowed}.`,
    })
    const headers = { 'x-portfolio-token': token }
    const head = await world.app.inject({ method: 'HEAD', url: `${root}/${path}?dry_run=1`, headers })
    expect(head.statusCode).toBe(422)
  })

  it('is named up to 50 times, then counted', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `x${index}`)
    const { status, body } = await world.send('GET', `${root}/directions?${names.join('=1&')}=1`)
    expect([status, body.code, Object.keys(body.errors).length]).toEqual([422, 'validation_failed', 51])
    expect(body.errors['…']).toEqual(['The listed and 10 more fields are invalid.'])
  })
})

describe('If-None-Match', () => {
  it('returns 304 without a body if the ETag still matches', async () => {
    // Otherwise a transaction of another test file may end in between, and the change feed then returns more.
    await settled(world)
    for (const path of ['summary', 'directions', 'products', 'changes']) {
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
