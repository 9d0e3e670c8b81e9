import { beforeAll, describe, expect, it } from 'vitest'
import { importerOf, reasonsIn } from '../../../support/importer.ts'
import { makeProduct, makeRule, sql } from '../../../support/makers.ts'
import { operator } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const { run } = importerOf(() => world)
const productsWith = async (name: string) =>
  (await world.send('GET', `/api/portfolio/products?q=${encodeURIComponent(name)}`)).body.products

describe('an import of products', () => {
  it('creates and changes by slug or name, with history, and changes nothing the second time', async () => {
    const one = await makeProduct(world, { name: 'Known one', summary: 'Old', next_step: 'Stay' })
    const two = await makeProduct(world, { name: 'Known two', is_favorite: true, next_step: 'Gone' })
    const lines = [
      'slug;name;direction_slug;portfolio_status;is_favorite;summary;next_step',
      `${one.slug};;;core;Ja;New;Stay`,
      ';KNOWN TWO;Utilities;;;;',
      ';Сканер QR;utilities;candidate;нет;;',
      'kept-slug;Kept;fitness;CORE;ИСТИНА;;',
      ';Сканер QR;fitness;;;;',
    ]
    const result = await run('products', ...lines)
    expect(result).toMatchObject({ created: 3, changed: 2, unchanged: 0, rejected: 0 })
    expect(result.changes).toEqual([
      {
        line: 2,
        changes: {
          portfolio_status: { from: 'candidate', to: 'core' },
          is_favorite: { from: false, to: true },
          summary: { from: 'Old', to: 'New' },
        },
      },
      {
        line: 3,
        changes: { name: { from: 'Known two', to: 'KNOWN TWO' }, next_step: { from: 'Gone', to: null } },
      },
    ])
    const made = await productsWith('Сканер QR')
    expect(
      made.map(({ slug, direction_slug }: Record<string, unknown>) => [slug, direction_slug]).sort(),
    ).toEqual([
      ['skaner-qr', 'utilities'],
      ['skaner-qr-2', 'fitness'],
    ])
    expect(await productsWith('Kept')).toMatchObject([
      { slug: 'kept-slug', portfolio_status: 'core', is_favorite: true },
    ])
    expect(await productsWith('known two')).toMatchObject([
      { id: two.id, is_favorite: true, next_step: null },
    ])
    const history = await sql(
      world,
      `select event, actor from history where record_type = 'product' and record_id = $1 order by id`,
      one.id,
    )
    expect(history.at(-1)).toEqual({ event: 'status_changed', actor: operator.by })
    expect(await run('products', ...lines)).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: 5,
      rejected: 0,
    })
  })

  it('rejects what the API rejects, and names that several products have', async () => {
    const pinned = await makeProduct(world, { name: 'Pinned' })
    const rule = await makeRule(world, { product_slug: pinned.slug, direction_slug: 'utilities' })
    const twins = await Promise.all(
      ['utilities', 'fitness'].map((direction_slug) => makeProduct(world, { name: 'Twin', direction_slug })),
    )
    const free = await makeProduct(world, { name: 'Free', direction_slug: 'fitness' })
    const secret = `ghp_${'x1Y2'.repeat(9)}`
    const result = await run(
      'products',
      'slug,name,direction_slug,portfolio_status,summary',
      `${pinned.slug},,fitness,,`,
      ',Twin,,,new',
      ',Brand new,,,',
      'no-such-slug,,utilities,,',
      ',Brand new,nowhere,gone,',
      `${free.slug},twin,,,`,
      `,Secretive,utilities,,key ${secret} end`,
      ',Same,utilities,,',
      ',SAME,utilities,,',
      'Not a slug,Odd,utilities,,',
      `${twins[0].slug},,,,`,
      `${twins[0].slug},Twin,,,`,
      '2048,Number,utilities,,',
    )
    expect(reasonsIn(result)).toEqual([
      [2, `The selected direction slug is invalid. Canon rule ${rule.id} pins the product to its direction.`],
      [3, 'The selected name is invalid. It may mean twin, twin-2.'],
      [4, 'The direction slug field is required.'],
      [5, 'The selected slug is invalid.'],
      [6, expect.stringContaining('The selected portfolio status is invalid. Allowed:')],
      [7, 'The name has already been taken.'],
      [8, expect.stringContaining('must not contain a credential')],
      [10, 'Line 9 has the same name and direction.'],
      [11, 'The selected slug is invalid.'],
      [13, 'Line 12 has the same slug or name.'],
      [14, 'The selected slug is invalid.'],
    ])
    expect(result.rejections.find(({ line }) => line === 8)?.faults).toMatchObject([
      { field: 'summary', value: null },
    ])
    expect(JSON.stringify(result)).not.toContain(secret)
    expect(result).toMatchObject({ created: 1, changed: 0, unchanged: 1 })
  })

  it('creates thousands with the same name in constant time each', async () => {
    const lines = Array.from(
      { length: 2500 },
      (_, n) => `Batch ${n % 1300},${n < 1300 ? 'wellness-habit-change' : 'utilities'}`,
    )
    expect(await run('products', 'name,direction_slug', ...lines)).toMatchObject({
      created: 2500,
      rejected: 0,
    })
    expect(await run('products', 'name,direction_slug', ...lines)).toMatchObject({ unchanged: 2500 })
  })
})
