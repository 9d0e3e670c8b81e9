import { beforeAll, describe, expect, it } from 'vitest'
import { makeApp, makeDecision, makeProduct, makeSignal, root } from '../../support/makers.ts'
import { statementsOf } from '../../support/statements.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
let bound: string
beforeAll(async () => {
  world = await makeWorld()
  await fill()
})

async function fill(): Promise<void> {
  const product = await makeProduct(world)
  for (const { make } of kinds) await make(world, {})
  const app = await makeApp(world, { product_id: product.id })
  bound ??= app.slug
  await makeSignal(world, { app_id: app.id, severity: 'critical' })
  await makeDecision(world, { product_id: product.id, tasks: [{ title: 'One' }, { title: 'Two' }] })
}

async function asked(path: string): Promise<number> {
  const statements = await statementsOf(async () => {
    expect((await world.send('GET', `${root}/${path}`)).status).toBe(200)
  })
  return statements.length
}

// A list is its rows and its count; decisions bring their tasks. A direction that is filtered by is looked up.
const asks: Record<string, number> = {
  summary: 1,
  directions: 1,
  reference: 0,
  changes: 1,
  ...Object.fromEntries(kinds.map(({ path }) => [path.slice(root.length + 1), 2])),
  decisions: 3,
  'products?direction_slug=utilities&portfolio_status=candidate&q=p&limit=200': 2,
  'decisions?direction_slug=utilities': 4,
  'summary?direction_slug=utilities': 2,
  'products/1': 6,
  'apps/1': 4,
  'apps/{bound}': 6,
}

describe('the number of statements', () => {
  it('is what it was, however many rows there are', async () => {
    const counts = async () => {
      const all: Record<string, number> = {}
      for (const path of Object.keys(asks)) all[path] = await asked(path.replace('{bound}', bound))
      return all
    }
    const few = await counts()
    for (let times = 0; times < 10; times++) await fill()
    expect(await counts()).toEqual(few)
    expect(few).toEqual(asks)
  })

  it('is one for a report about a product that is named by its slug', async () => {
    const { slug } = await makeProduct(world)
    const reports = kinds.filter(({ key }) => ['signal', 'insight', 'economics'].includes(key))
    for (const { path, key, body } of reports) {
      const sent = await statementsOf(async () => {
        const about = { ...body, direction_slug: undefined, product_slug: slug }
        const made = await world.send('POST', path, about)
        expect(made.body[key]).toMatchObject({ product_slug: slug, direction_slug: 'utilities' })
      })
      expect(sent).toHaveLength(1)
    }
  })
})
