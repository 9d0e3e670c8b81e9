import { beforeAll, describe, expect, it } from 'vitest'
import { importerOf, reasonsIn } from '../../../support/importer.ts'
import { makeApp, makeProduct } from '../../../support/makers.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const { run } = importerOf(() => world)
const readApp = async (slug: string) => (await world.send('GET', `/api/portfolio/apps/${slug}`)).body.app

describe('an import of apps', () => {
  it('creates and changes by slug or name, by the rules of the API, and changes nothing the second time', async () => {
    const product = await makeProduct(world, { name: 'Scanner' })
    const bound = await makeApp(world, { product_slug: product.slug, name: 'Scanner', platform: 'iOS' })
    const unbound = await makeApp(world, { name: 'Loose', platform: 'Android' })
    const url = 'https://apps.apple.com/de/app/scanner/id123456789?l=de'
    const lines = [
      'slug;name;platform;product_slug;direction_slug;store_url;package_id;product_candidate_name',
      `${bound.slug};;;${product.slug};;${url};;`,
      ';loose;android;SCANNER;;;com.example.loose;',
      ';Scanner;Android;scanner;utilities;;com.example.scanner;',
      ';Candidate;Huawei;;Fitness;;;Later',
      'given-slug;Given;iOS;;fitness;;;',
    ]
    const result = await run('apps', ...lines)
    expect(reasonsIn(result)).toEqual([])
    expect(result).toMatchObject({ created: 3, changed: 2, unchanged: 0 })
    expect(result.changes[0]?.changes).toEqual({ store_url: { from: null, to: url } })
    expect(result.changes[1]?.changes).toMatchObject({
      name: { from: 'Loose', to: 'loose' },
      product_id: { from: null, to: product.id },
      direction_id: { from: expect.any(Number), to: null },
    })
    expect(await readApp(unbound.slug)).toMatchObject({
      product_slug: product.slug,
      product_binding_status: 'unbound',
    })
    expect(await readApp('scanner-2')).toMatchObject({
      platform: 'Android',
      product_binding_status: 'confirmed',
    })
    expect(await readApp('candidate')).toMatchObject({
      direction_slug: 'fitness',
      product_binding_status: 'product-candidate',
    })
    expect(await readApp('given-slug')).toMatchObject({ name: 'Given', product_binding_status: 'unbound' })
    expect(await run('apps', ...lines)).toMatchObject({ created: 0, changed: 0, unchanged: 5, rejected: 0 })
  })

  it('rejects what the API rejects', async () => {
    const product = await makeProduct(world, { name: 'Owner', direction_slug: 'fitness' })
    const taken = await makeApp(world, {
      name: 'Taken',
      bundle_id: 'com.taken',
      store_url: 'https://apps.apple.com/app/id55555',
    })
    const [first, second] = [
      await makeApp(world, { name: 'Double' }),
      await makeApp(world, { name: 'Double' }),
    ]
    const result = await run(
      'apps',
      'slug,name,platform,product_slug,direction_slug,bundle_id,store_url,product_binding_status',
      ',New,iOS,,utilities,com.taken,https://apps.apple.com/us/app/x/id55555,',
      ',New,iOS,,,,,',
      ',New,,nothing,,,,',
      ',Alone,,,utilities,,,',
      `,New,iOS,${product.slug},utilities,,,`,
      ',New,iOS,,utilities,,,confirmed',
      ',Double,iOS,,utilities,,,',
      ',New,Symbian,,utilities,not a bundle,ftp://x,',
      ',One,iOS,,utilities,com.fresh,,',
      ',Two,iOS,,utilities,com.fresh,,',
      ',Other platform,Android,,utilities,com.taken,,',
      `${taken.slug},,,,utilities,com.taken,https://apps.apple.com/app/id55555,`,
    )
    expect(reasonsIn(result)).toEqual([
      [2, 'The bundle id has already been taken.', 'The store url has already been taken.'],
      [3, 'The product slug field is required.'],
      [4, 'The selected product slug is invalid.'],
      [5, 'The platform field is required.'],
      [6, 'The selected direction slug is invalid. The product belongs to another direction.'],
      [7, expect.stringContaining('Confirmed requires a product')],
      [8, `The selected name is invalid. It may mean ${first.slug}, ${second.slug}.`],
      [
        9,
        expect.stringContaining('The selected platform is invalid.'),
        'The bundle id field format is invalid.',
        'The store url field must be a valid URL.',
      ],
      [11, 'Line 10 has the same bundle_id.'],
    ])
    expect(result).toMatchObject({ created: 2, changed: 0, unchanged: 1 })
  })
})
