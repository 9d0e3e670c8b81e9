import { beforeAll, describe, expect, it } from 'vitest'
import { makeAlias, makeProduct, makeRule, root, sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let run: { id: number }
beforeAll(async () => {
  world = await makeWorld()
  await makeAlias(world, 'gym', 'fitness')
  run = await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
  await makeProduct(world, { name: 'Swim', direction_slug: 'fitness' })
  await makeRule(world, { title: 'everywhere' })
  await makeRule(world, { title: 'fitness', direction_slug: 'fitness' })
  await makeRule(world, { title: 'utilities', direction_slug: 'utilities' })
  await makeRule(world, { title: 'run', product_slug: 'run' })
  await makeRule(world, { title: 'run in fitness', product_slug: 'run', direction_slug: 'fitness' })
  await makeRule(world, { title: 'swim', product_slug: 'swim' })
  await makeRule(world, { title: 'proposed', status: 'draft', product_slug: 'run' })
})

const list = async (query: string) => (await world.send('GET', `${root}/canon-rules?${query}`)).body
const titles = async (query: string) =>
  (await list(query)).rules.map(({ title }: { title: string }) => title).toReversed()

const bindRun = ['everywhere', 'fitness', 'run', 'run in fitness']

describe('GET /canon-rules', () => {
  it('returns every active rule that binds a product, given by slug or id', async () => {
    expect(await titles('binds_product=RUN')).toEqual(bindRun)
    expect(await titles(`binds_product=${run.id}`)).toEqual(bindRun)
    expect(await titles('binds_product=run&status=draft')).toEqual(['proposed'])
    expect(await titles('binds_product=run&q=fitness')).toEqual(['fitness', 'run in fitness'])
  })

  it('returns every active rule that binds a direction, given by slug, id or old slug', async () => {
    const bindFitness = ['everywhere', 'fitness']
    const [{ id }] = (await sql(world, `select id from directions where slug = 'fitness'`)) as [
      { id: number },
    ]
    for (const name of ['fitness', id]) expect(await titles(`binds_direction=${name}`)).toEqual(bindFitness)
    const { rules, warnings } = await list('binds_direction=gym')
    expect(rules).toHaveLength(2)
    expect(warnings).toEqual([
      { field: 'binds_direction', message: expect.stringContaining('an old name of "fitness"') },
    ])
    expect(await titles('binds_direction=wellness-mental')).toEqual(['everywhere'])
  })

  it.each([
    ['product', 'nowhere', 'slug "nowhere"'],
    ['product', '99999', 'id 99999'],
    ['direction', 'nowhere', 'slug "nowhere"'],
  ])('is empty with a warning for the unknown %s %s', async (kind, name, named) => {
    const { rules, warnings } = await list(`binds_${kind}=${name}`)
    expect(rules).toEqual([])
    const message = expect.stringContaining(`There is no ${kind} with the ${named}.`)
    expect(warnings).toEqual([{ field: `binds_${kind}`, message }])
  })

  it('names the scope of each rule, and says whether it is trusted', async () => {
    const admin = JSON.stringify({ type: 'user', id: 1, name: 'Ada' })
    await sql(world, `update canon_rules set approved_by = $1 where title in ('fitness', 'proposed')`, admin)
    const { rules } = await list('limit=200')
    const found = Object.fromEntries(
      rules.map(({ title, scope, trusted }: Record<string, string>) => [title, [scope, trusted]]),
    )
    expect(found).toEqual({
      everywhere: ['portfolio', false],
      fitness: ['direction', true],
      utilities: ['direction', false],
      run: ['product', false],
      'run in fitness': ['product', false],
      swim: ['product', false],
      proposed: ['product', false],
    })
  })
})
