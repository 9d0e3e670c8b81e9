import { beforeAll, describe, expect, it } from 'vitest'
import { makeApp, makeDecision, makeProduct, makeSignal, root } from '../../support/makers.ts'
import { settled } from '../../support/settled.ts'
import { readsOf } from '../../support/statements.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
let boundAppSlug: string
beforeAll(async () => {
  world = await makeWorld()
  await fill()
})

async function fill(): Promise<void> {
  const product = await makeProduct(world)
  for (const { make } of kinds) await make(world, {})
  const app = await makeApp(world, { product_id: product.id })
  boundAppSlug ??= app.slug
  await makeSignal(world, { app_id: app.id, severity: 'critical' })
  await makeDecision(world, { product_id: product.id, tasks: [{ title: 'One' }, { title: 'Two' }] })
}

async function countStatements(path: string): Promise<number> {
  const statements = await readsOf(async () => {
    expect((await world.send('GET', `${root}/${path}`)).status).toBe(200)
  })
  return statements.length
}

// The summary has its trends by a second statement. A list takes one statement for its rows and one for its total,
// except on the last page. Decisions add one for their tasks. A single record takes one more for its
// links, and a decision one for its chain. An app has its binding rules by two, the approved ones first.
const expectedCounts: Record<string, number> = {
  summary: 2,
  directions: 1,
  reference: 0,
  changes: 2,
  // Its records, what was written, and each metric. The running week has no metrics on a Monday.
  'week?week=2026-W40': 5,
  'trends?metric=position': 1,
  ...Object.fromEntries(kinds.map(({ path }) => [path.slice(root.length + 1), 1])),
  decisions: 2,
  'products?direction_slug=utilities&portfolio_status=candidate&q=p&limit=200': 1,
  'products?q=p&limit=1': 2,
  'decisions?direction_slug=utilities': 2,
  'summary?direction_slug=utilities': 3,
  'signals/1': 2,
  'decisions/1': 4,
  'search?q=signal%20t': 2,
  'products/1': 6,
  'apps/1': 7,
  'apps/{boundAppSlug}': 8,
}

describe('the number of SQL statements', () => {
  it('of a GET does not depend on the number of rows', async () => {
    const countAll = async () => {
      // The change feed names the records of its changes by a second statement, once it returns any.
      await settled(world)
      const counts: Record<string, number> = {}
      for (const path of Object.keys(expectedCounts))
        counts[path] = await countStatements(path.replace('{boundAppSlug}', boundAppSlug))
      return counts
    }
    const withFewRows = await countAll()
    for (let times = 0; times < 10; times++) await fill()
    expect(await countAll()).toEqual(withFewRows)
    expect(withFewRows).toEqual(expectedCounts)
  })
})
