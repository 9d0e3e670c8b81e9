import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  expectValidationErrors,
  makeApp,
  makeDecision,
  makeEconomics,
  makeInsight,
  makeProduct,
  makeRule,
  makeSignal,
  makeTask,
  root,
} from '../../support/makers.ts'
import { statementsOf } from '../../support/statements.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let product: { id: number; slug: string }
beforeAll(async () => {
  world = await makeWorld()
  product = await makeProduct(world, { name: 'Сканер Zebrafish', summary: 'Reads every barcode.' })
  const { slug: product_slug } = product
  await makeSignal(world, {
    product_slug,
    title: 'Падение рейтинга',
    body: 'Пользователи жалуются на рекламу.',
  })
  await makeSignal(world, { title: 'Новогодняя «ЁЛКА» — в виджете' })
  await makeSignal(world, {
    title: 'Other',
    body: 'Crashes of the organization chart. The rate is 100% of c_d.',
  })
})

const search = (query: Record<string, string | number>) =>
  world.send('GET', `${root}/search?${new URLSearchParams(query as Record<string, string>)}`)

type Result = { kind: string; id: number; title: string; snippet: string; score: number }

async function results(q: string, rest: Record<string, string | number> = {}): Promise<Result[]> {
  const { status, body } = await search({ q, ...rest })
  expect(status).toBe(200)
  return body.results
}

async function titles(q: string, rest?: Record<string, string>): Promise<string[]> {
  return (await results(q, rest)).map(({ title }) => title)
}

describe('GET /search', () => {
  it('requires a token', async () => {
    const { status } = await world.send('GET', `${root}/search?q=x`, undefined, { 'x-portfolio-token': '' })
    expect(status).toBe(403)
  })

  it('rejects invalid parameters', async () => {
    expectValidationErrors(await search({}), { q: 'The q field is required.' })
    expectValidationErrors(await search({ q: ' ' }), { q: 'The q field is required.' })
    expectValidationErrors(await search({ q: 'x'.repeat(201), limit: 0, kinds: 'signal,bug' }), {
      q: 'The q field must not be greater than 200 characters.',
      limit: 'The limit field must be at least 1.',
      kinds:
        'The selected kinds is invalid. Allowed: product, app, signal, insight, economics, decision, task, canon-rule.',
    })
    expect((await search({ q: 'x', query: 'x' })).status).toBe(422)
  })

  it('returns the fields of each result', async () => {
    const { body } = await search({ q: 'падение' })
    expect(body).toEqual({
      message: 'Search done.',
      results: [
        {
          kind: 'signal',
          id: expect.any(Number),
          slug: null,
          title: 'Падение рейтинга',
          snippet: '**Падение** рейтинга',
          product_slug: product.slug,
          status: 'open',
          score: expect.any(Number),
        },
      ],
      meta: { total: 1, count: 1, limit: 20, offset: 0 },
      next: expect.stringContaining('search again in English too.'),
    })
  })

  it.each([
    ['падения', 'Падение рейтинга'],
    ['ПАДЕНИЮ рейтинг', 'Падение рейтинга'],
    ['елка', 'Новогодняя «ЁЛКА» — в виджете'],
    ['ёлки', 'Новогодняя «ЁЛКА» — в виджете'],
    ['crash', 'Other'],
    ['CRASHED', 'Other'],
    ['organiz', 'Other'],
    ['но', 'Новогодняя «ЁЛКА» — в виджете'],
    ['рейтинг пад', 'Падение рейтинга'],
    ['"жалуются на рекламу"', 'Падение рейтинга'],
    ['рейтинг -елка', 'Падение рейтинга'],
    ['100%', 'Other'],
    ['c_d', 'Other'],
    ['ebrafis', 'Сканер Zebrafish'],
    ['skaner-zeb', 'Сканер Zebrafish'],
    ['aner-ze', 'Сканер Zebrafish'],
  ])('finds by %s', async (q, title) => {
    expect(await titles(q)).toEqual([title])
  })

  it.each(['%', '_', '\\', 'щ', '"', '-', '""', '&|!():*', 'рейтинг -падение', 'рей%га', 'рейти_га'])(
    'finds nothing by %s',
    async (q) => {
      expect(await titles(q)).toEqual([])
    },
  )

  it('shows the part of a long text that matches', async () => {
    const long = `${'filler text '.repeat(60)}a *walrus* appears ${'and more '.repeat(60)}`
    await makeInsight(world, { title: 'Long', body: long })
    const [{ snippet = '' } = {}] = await results('walruses')
    expect(snippet).toMatch(/^…(filler|text) .*a \*\*\*walrus\*\*\* appears and .*…$/)
    expect(snippet.length).toBeLessThan(180)
  })

  it('finds every kind of record, and of a product only its own', async () => {
    const { slug: product_slug } = product
    const made = {
      app: await makeApp(world, { product_slug, name: 'Quokka', package_id: 'com.example.quokka' }),
      signal: await makeSignal(world, { product_slug, title: 'A', recommended_action: 'Quokka' }),
      insight: await makeInsight(world, { product_slug, body: 'Quokka' }),
      economics: await makeEconomics(world, { product_slug, roi_summary: 'Quokka' }),
      decision: await makeDecision(world, { product_slug, rationale: 'Quokka' }),
      task: await makeTask(world, { product_slug, note: 'Quokka' }),
      'canon-rule': await makeRule(world, { product_slug, body: 'Quokka' }),
      product: await makeProduct(world, { next_step: 'Quokka' }),
    }
    const found = async (query: object) =>
      (await results('quokka', { ...query })).map(({ kind, id }) => [kind, id])
    const all = Object.entries(made).map(([kind, { id }]) => [kind, id])
    expect((await found({})).toSorted()).toEqual(all.toSorted())
    const own = all.filter(([kind]) => kind !== 'product')
    expect((await found({ product_slug })).toSorted()).toEqual(own.toSorted())
    expect(await found({ kinds: 'Canon_rule, app' })).toEqual([
      ['app', made.app.id],
      ['canon-rule', made['canon-rule'].id],
    ])
    expect(await found({ kinds: 'product' })).toEqual([['product', made.product.id]])
    expect(await found({ limit: 2 })).toHaveLength(2)
    expect(await titles('example quokka')).toEqual(['Quokka'])
  })

  it('warns about an unknown product', async () => {
    const { body } = await search({ q: 'падение', product_slug: 'nothing' })
    expect(body).toMatchObject({ results: [], warnings: [{ field: 'product_slug' }] })
  })

  it('ranks a match in the title before any number of matches in a text', async () => {
    await makeSignal(world, { title: 'Narwhal tusk' })
    await makeSignal(world, { title: 'Second', body: 'narwhal tusk '.repeat(50) })
    const found = await results('narwhal tusk')
    expect(found.map(({ title }) => title)).toEqual(['Narwhal tusk', 'Second'])
    for (const { score } of found) expect(score).toBeLessThanOrEqual(1)
    await makeProduct(world, { name: 'Narwhal' })
    expect((await titles('narwhal'))[0]).toBe('Narwhal')
  })

  it('takes two statements', async () => {
    expect(await statementsOf(() => search({ q: 'падение', kinds: 'signal,task' }))).toHaveLength(2)
  })

  it('never fails, whatever the text', async () => {
    const q = fc.oneof(
      fc.string({ minLength: 1, maxLength: 200 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
      fc.string({ unit: fc.constantFrom(...'"-\'\\%_*:&|!()<> aи\uFFFF'), minLength: 1, maxLength: 30 }),
      fc.constantFrom(
        '\u3300'.repeat(200),
        'x'.repeat(200),
        'İ'.repeat(200),
        'ﬁ'.repeat(200),
        '😀'.repeat(200),
      ),
    )
    await fc.assert(
      fc.asyncProperty(q, async (text) => {
        const { status } = await search({ q: text })
        expect([200, 422]).toContain(status)
      }),
      { numRuns: 60 },
    )
  })
})
