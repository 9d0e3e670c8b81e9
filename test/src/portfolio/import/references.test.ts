import { beforeAll, describe, expect, it } from 'vitest'
import { importerOf, reasonsIn } from '../../../support/importer.ts'
import { makeApp, makeProduct, sql } from '../../../support/makers.ts'
import { marketOf } from '../../../support/market.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const { addCompetitor } = marketOf(() => world)
const { run } = importerOf(() => world)

describe('a cell that names another record', () => {
  it('finds an app by slug, id, name, bundle id, package id or store address', async () => {
    const product = await makeProduct(world)
    const { id, slug } = await makeApp(world, {
      product_slug: product.slug,
      name: 'Сканер, Pro',
      bundle_id: 'com.example.Scanner',
      store_url: 'https://apps.apple.com/us/app/scanner/id987654321',
    })
    const android = await makeApp(world, {
      name: 'Droid',
      platform: 'Android',
      package_id: 'com.example.droid',
      store_url: 'https://play.google.com/store/apps/details?id=com.example.droid',
    })
    const names = [
      slug,
      slug.toUpperCase(),
      id,
      'сканер, PRO',
      'com.example.Scanner',
      'https://apps.apple.com/de/app/id987654321?l=en',
      'apps.apple.com/app/id987654321',
    ]
    const droids = [
      'com.example.droid',
      'play.google.com/store/apps/details?id=com.example.droid&hl=ru',
      'droid',
    ]
    const lines = [...names, ...droids].map((name, n) => `"${name}",k${n},DE,1,2026-01-01`)
    const result = await run('keyword-positions', 'app_slug,keyword,country,position,date', ...lines)
    expect(reasonsIn(result)).toEqual([])
    const count = (app: number) =>
      sql(world, 'select count(*)::int as count from keyword_positions where app_id = $1', app)
    expect(await count(id)).toEqual([{ count: names.length }])
    expect(await count(android.id)).toEqual([{ count: droids.length }])
  })

  it('is rejected with their slugs if several apps have the name, and with both if a slug is the name of another', async () => {
    const twins = [await makeApp(world, { name: 'Twin' }), await makeApp(world, { name: 'TWIN' })]
    await makeApp(world, { name: 'Twin one' })
    await makeApp(world, { name: 'twin-one' })
    const result = await run(
      'store-truth',
      'app_slug,date',
      'twins,2026-01-01',
      'Twin One,2026-01-01',
      'twin-one,2026-01-02',
      'Nobody,2026-01-01',
      'twin-one (twin-one-2),2026-01-03',
    )
    expect(reasonsIn(result)).toEqual([
      [2, 'The selected app slug is invalid.'],
      [4, 'The selected app slug is invalid. It may mean Twin one (twin-one), twin-one (twin-one-2).'],
      [5, 'The selected app slug is invalid.'],
    ])
    const [one, other] = twins
    expect(await run('store-truth', 'app_slug,date', 'twin,2026-01-01')).toMatchObject({ created: 1 })
    const { rejections } = await run('store-truth', 'app_slug,date', 'Twin,2026-01-03')
    const reason = `The selected app slug is invalid. It may mean Twin (${one.slug}), TWIN (${other.slug}).`
    expect(rejections).toEqual([{ line: 2, faults: [{ field: 'app_slug', value: 'Twin', reason }] }])
  })

  it('finds a competitor by id, name, store address or the package id in it, and a product by an identity of its app', async () => {
    const product = await makeProduct(world, { name: 'Main', direction_slug: 'fitness' })
    await makeApp(world, { product_slug: product.slug, bundle_id: 'com.example.main' })
    const url = 'https://apps.apple.com/app/id4444'
    const { id } = await addCompetitor({ product_id: product.id, name: '2048', store_url: url })
    const [one, two] = [
      await addCompetitor({ product_id: product.id, name: 'Rivals' }),
      await addCompetitor({ product_id: product.id, name: 'rivals' }),
    ]
    for (const store_url of [
      'https://play.google.com/store/apps/details?hl=de&id=com.rival.One',
      'https://apps.rustore.ru/app/com.rival.two',
    ])
      await addCompetitor({ product_id: product.id, name: 'Rival', store_url })
    const names = [id, '2048', `${url}?l=de`, 'com.rival.One', 'com.rival.two']
    const lines = names.map((name, n) => `${name},Body ${n},2026-01-01`)
    const result = await run(
      'competitor-reviews',
      'competitor_id,body,reviewed_at',
      ...lines,
      'Rivals,x,2026-01-01',
    )
    expect(result).toMatchObject({ created: 5 })
    expect(reasonsIn(result)).toEqual([
      [7, `The selected competitor id is invalid. It may mean Rivals (${one.id}), rivals (${two.id}).`],
    ])
    const apps = ['main', String(product.id), 'com.example.main'].map(
      (name, n) => `Of main ${n},iOS,${name},Fitness`,
    )
    expect(await run('apps', 'name,platform,product_slug,direction_slug', ...apps)).toMatchObject({
      created: 3,
    })
  })

  it('whose name is the id of another one is refused with both', async () => {
    const [first] = [await makeApp(world, { name: 'Numbered' })]
    const app = await makeApp(world, { name: String(first.id) })
    const product = await makeProduct(world, { name: 'Numbered' })
    const rival = await addCompetitor({ product_id: product.id, name: 'First' })
    const other = await addCompetitor({ product_id: product.id, name: String(rival.id) })
    const file = await run('store-truth', 'app_slug,date', `${first.id},2026-02-01`, `${app.slug},2026-02-01`)
    expect(reasonsIn(file)).toEqual([
      [
        2,
        `The selected app slug is invalid. It may mean Numbered (${first.slug}), ${first.id} (${app.slug}).`,
      ],
    ])
    const reviews = ['competitor_id,body,reviewed_at', `${rival.id},x,2026-02-01`]
    expect(reasonsIn(await run('competitor-reviews', ...reviews))).toEqual([
      [
        2,
        `The selected competitor id is invalid. It may mean First (${rival.id}), ${rival.id} (${other.id}).`,
      ],
    ])
  })

  it('finds an app, a product or a competitor by the number in the App Store', async () => {
    const product = await makeProduct(world, { name: 'Store' })
    const store_url = 'https://apps.apple.com/us/app/mood/id1234567890'
    await makeApp(world, { product_slug: product.slug, name: 'Mood', store_url })
    await addCompetitor({
      product_id: product.id,
      name: 'Moody',
      store_url: 'https://apps.apple.com/app/id555666777',
    })
    const positions = ['1234567890,scan,US,3,2026-11-20', 'id1234567890,scan,DE,3,2026-11-20']
    const header = 'app_slug,keyword,country,position,date'
    expect(await run('keyword-positions', header, ...positions)).toMatchObject({ created: 2 })
    const reviews = ['competitor_id,body,reviewed_at', 'id555666777,x,2026-02-01']
    expect(await run('competitor-reviews', ...reviews)).toMatchObject({ created: 1 })
    const apps = ['name,platform,product_slug', 'By number,Web,1234567890']
    expect(await run('apps', ...apps)).toMatchObject({ created: 1 })
  })

  it('finds the app of the platform, also by the name of its store, if several apps have the name', async () => {
    for (const platform of ['iOS', 'Android']) {
      const identity = platform === 'iOS' ? 'bundle_id' : 'package_id'
      await makeApp(world, { name: 'Не курю', platform, [identity]: 'com.example.quit' })
    }
    const header = 'app_slug,keyword,country,platform,position,date'
    const lines = ['iOS', 'Android', 'App Store', 'Google Play', 'itunes', 'GOOGLE PLAY'].flatMap(
      (platform, n) =>
        ['Не курю', 'com.example.quit'].map((name, m) => `${name},k${n}${m},US,${platform},3,2026-11-20`),
    )
    expect(await run('keyword-positions', header, ...lines)).toMatchObject({ created: lines.length })
    const stored = await sql(
      world,
      `select distinct app.platform, position.platform as store from keyword_positions as position
       join apps as app on app.id = position.app_id where app.name = 'Не курю' order by app.platform`,
    )
    expect(stored).toEqual(['Android', 'iOS'].map((platform) => ({ platform, store: platform })))
    const truth = [
      'app_slug,platform,date,rating',
      'Не курю,Play Store,2026-11-20,4.5',
      'Не курю,Web,2026-11-20,4',
    ]
    const { created, rejections } = await run('store-truth', ...truth)
    expect([created, rejections.map(({ line }) => line)]).toEqual([1, [3]])
    const product = await makeProduct(world, { name: 'Rivals of quit' })
    for (const platform of ['iOS', 'Android'])
      await addCompetitor({ product_id: product.id, name: 'Quitter', platform })
    const reviews = ['competitor_id,platform,body,reviewed_at', 'Quitter,Google,x,2026-02-01']
    expect(await run('competitor-reviews', ...reviews)).toMatchObject({ created: 1 })
  })
})
