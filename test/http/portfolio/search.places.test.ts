import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { makeApp, makeProduct, makeRule, makeSignal, root, sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { statementsOf } from '../../support/statements.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeSignal(world, { title: 'Other', body: 'Crashes of the organization chart.' })
  await makeSignal(world, { title: 'Long', body: 'A walrus appears.' })
})

const search = (query: Record<string, string>) =>
  world.send('GET', `${root}/search?${new URLSearchParams(query)}`)

type Result = { id: number; title: string }

async function results(q: string, rest: Record<string, string> = {}): Promise<Result[]> {
  const { status, body } = await search({ q, ...rest })
  expect(status).toBe(200)
  return body.results
}

async function titles(q: string, rest?: Record<string, string>): Promise<string[]> {
  return (await results(q, rest)).map(({ title }) => title)
}

describe('GET /search', () => {
  describe('the names of the product and the app of a record', () => {
    let ofApp: string[]
    const rest = { kinds: 'signal,canon-rule,app' }
    beforeAll(async () => {
      const tapir = await makeProduct(world, { name: 'Tapir' })
      const app = await makeApp(world, { product_slug: tapir.slug, name: 'Okapi Lite' })
      const place = { product_slug: tapir.slug, app_slug: app.slug }
      await makeSignal(world, { ...place, title: 'Signal of the app', body: 'Crashes.' })
      await makeSignal(world, { product_slug: tapir.slug, title: 'Signal of the product', body: 'Crashes.' })
      await makeSignal(world, { title: 'Signal elsewhere', body: 'Crashes of tapirs.' })
      await makeRule(world, { product_slug: tapir.slug, title: 'Rule of the product', body: 'No crashes.' })
      ofApp = ['Signal of the app']
    })

    it.each([
      [
        'tapir crashed',
        ['Signal elsewhere', 'Rule of the product', 'Signal of the product', 'Signal of the app'],
      ],
      ['CRASH okapi', ['Signal of the app']],
      ['"okapi lite" tapirs cras', ['Signal of the app']],
      ['okapi tapir', ['Okapi Lite', 'Signal of the app']],
      ['crashes -tapir', ['Other']],
      ['crashes tapir -okapi', ['Signal elsewhere', 'Rule of the product', 'Signal of the product']],
      ['"signal of" -okapi', ['Signal of the product', 'Signal elsewhere']],
      ['okapi or "signal elsewhere"', ['Signal elsewhere', 'Okapi Lite', 'Signal of the app']],
    ])('count among its words: %s', async (q, expected) => {
      const { body } = await search({ q, ...rest })
      const found = body.results.map(({ title }: Result) => title)
      expect([found.toSorted(), body.relaxed]).toEqual([expected.toSorted(), undefined])
      if (expected.length === 3) expect(found[0]).toBe(expected[0])
    })

    it('are the current ones', async () => {
      const other = await makeProduct(world, { name: 'Numbat' })
      const app = (await results('okapi', { kinds: 'app' }))[0]!
      await world.send('PATCH', `${root}/products/${other.slug}`, { name: 'Quoll' })
      await world.send('PATCH', `${root}/apps/${app.id}`, { name: 'Bilby', product_slug: other.slug })
      expect(await titles('bilby crash')).toEqual(ofApp)
      expect(await titles('quoll bilby', { kinds: 'app' })).toEqual(['Bilby'])
      for (const q of ['okapi', 'numbat']) expect(await titles(q, { kinds: 'signal' })).toEqual([])
    })
  })

  it('returns records with some of the words, those with more first, if none has all', async () => {
    await makeSignal(world, { title: 'One', body: 'A fossa.' })
    await makeSignal(world, { title: 'Two', body: 'A fossa and a tenrec.' })
    await makeSignal(world, { title: 'Three', body: 'A fossa, a tenrec and a vanga.' })
    const relaxed = async (q: string) => {
      const { body } = await search({ q })
      return [body.relaxed, body.results.map(({ title }: Result) => title)]
    }
    expect(await relaxed('fossa tenrecs lynx')).toEqual([true, ['Three', 'Two', 'One']])
    expect(await relaxed('fossa tenrecs lynx -vanga')).toEqual([true, ['Two', 'One']])
    expect(await relaxed('fossa tenrecs')).toEqual([undefined, ['Two', 'Three']])
    expect(await relaxed('lynx')).toEqual([undefined, []])
    expect(await statementsOf(() => search({ q: 'fossa lynx' }))).toHaveLength(3)
  })

  it.each([
    ['fossa or walrus', ['Three', 'Two', 'One', 'Long']],
    ['"tenrec and a vanga" or walrus', ['Three', 'Long']],
    ['fossa -tenrec or walrus', ['One', 'Long']],
  ])('takes the alternatives of %s', async (q, expected) => {
    expect((await titles(q)).toSorted()).toEqual(expected.toSorted())
  })

  it('says of a rule whether it is trusted', async () => {
    const { id } = await makeRule(world, { title: 'Kagu' })
    const trusted = async () =>
      (await search({ q: 'kagu' })).body.results.map(({ trusted }: { trusted: boolean }) => trusted)
    expect(await trusted()).toEqual([false])
    await sql(world, `update canon_rules set approved_by = created_by, status = 'active' where id = $1`, id)
    expect(await trusted()).toEqual([true])
  })
})

it('finds an app by its number in the App Store, as every search box does', async () => {
  const store_url = 'https://apps.apple.com/us/app/mood-diary/id1234567890'
  const product = await makeProduct(world, { name: 'Gerenuk' })
  const { slug } = await makeApp(world, { product_slug: product.slug, name: 'Apple numbered', store_url })
  const browser = await signIn(world, await makePerson(world))
  for (const q of ['1234567890', 'id1234567890', 'gerenuk 1234567890', store_url]) {
    const [first] = (await search({ q })).body.results
    expect([q, first?.slug]).toEqual([q, slug])
    for (const path of ['/admin/search', '/admin/search/quick'])
      expect((await browser.get(`${path}?q=${encodeURIComponent(q)}`)).body).toContain('numbered')
  }
  expect((await search({ q: '123456789' })).body.results).toEqual([])
})
