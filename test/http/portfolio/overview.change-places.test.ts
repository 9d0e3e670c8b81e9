import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callTool, toolDependencies } from '../../mcp/call-tool.ts'
import {
  makeApp,
  makeDecision,
  makeProduct,
  makeRule,
  makeSignal,
  makeTask,
  makeToken,
  root,
  sql,
} from '../../support/makers.ts'
import { settled } from '../../support/settled.ts'
import { makeWorld, type World } from '../../support/world.ts'

type Change = { seq: number; entity: string; id: number; title: string; reason: string | null }

let world: World
let proposer: Awaited<ReturnType<typeof makeToken>>
const send = (method: string, path: string, body: object, headers?: Record<string, string>) =>
  world.send(method, root + path, body, headers)
const propose = async (method: string, path: string, body: object) => {
  const { status, body: answer } = await send(method, path, body, proposer.headers)
  expect(status).toBe(202)
  return answer.proposal.id as number
}

beforeAll(async () => {
  world = await makeWorld()
  proposer = await makeToken(world, ['read', 'propose'])
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
  await makeProduct(world, { name: 'Walk', direction_slug: 'fitness' })
  await makeProduct(world, { name: 'Scan', direction_slug: 'utilities' })
  const app = await makeApp(world, { name: 'Run for iOS', product_slug: 'run' })
  const ofApp = await makeSignal(world, { app_slug: app.slug, title: 'Of the app' })
  // As a record that was made before its app belonged to a product.
  await sql(world, `update signals set product_id = null where id = ${ofApp.id}`)
  await makeSignal(world, { product_slug: 'scan', title: 'Of another product' })
  await makeSignal(world, { direction_slug: 'fitness', title: 'Of the direction' })
  await makeTask(world, { product_slug: 'walk', title: 'Of a sibling' })
  await makeRule(world, { title: 'For all' })
  await makeRule(world, { title: 'For fitness', direction_slug: 'fitness' })
  await makeRule(world, { title: 'For utilities', direction_slug: 'utilities' })
  const own = await makeRule(world, { title: 'For Run', product_slug: 'run' })
  await sql(world, `update canon_rules set approved_by = created_by`)
  await propose('POST', '/signals', { product_slug: 'run', signal_type: 'risk', title: 'Proposed for Run' })
  await propose('POST', '/signals', { product_slug: 'scan', signal_type: 'risk', title: 'Proposed for Scan' })
  await propose('PATCH', `/canon-rules/${own.id}`, { title: 'For Run, proposed' })
  const rule = { rule_type: 'freeze-policy', body: 'Text.' }
  await propose('POST', '/canon-rules', { ...rule, title: 'Proposed for all' })
  await propose('POST', '/canon-rules', { ...rule, title: 'Proposed for fitness', direction_slug: 'fitness' })
  await propose('POST', '/products', { name: 'Swim', direction_slug: 'fitness' })
  await propose('POST', '/batch', {
    operations: [
      { operation: 'create_task', body: { product_slug: 'scan', title: 'First' } },
      { operation: 'create_task', body: { product_slug: 'run', title: 'Second' } },
    ],
  })
})
beforeEach(() => settled(world))

const changes = async (query: string): Promise<Change[]> =>
  (await world.send('GET', `${root}/changes?limit=200&${query}`)).body.changes
const listed = async (args: Record<string, string | number>): Promise<Change[]> => {
  const { content } = await callTool(toolDependencies(world), 'list_changes', { limit: 200, ...args })
  return content?.changes as Change[]
}
const titles = async (query: string) => new Set((await changes(query)).map(({ title }) => title))

const ofRun = [
  'Run',
  'Run for iOS',
  'Of the app',
  'For all',
  'For fitness',
  'For Run',
  'Proposed for Run',
  'Proposed for all',
  'Proposed for fitness',
  'Batch of 2',
]

describe('the change feed of a place', () => {
  it('has of a product its own changes, those of its apps, and of the rules and proposals about it', async () => {
    expect(await titles('product_slug=run')).toEqual(new Set(ofRun))
    expect(await titles('product_slug=run&entity=proposal')).toEqual(
      new Set(['Proposed for Run', 'For Run', 'Proposed for all', 'Proposed for fitness', 'Batch of 2']),
    )
    expect(await titles('product_slug=scan')).toEqual(
      new Set([
        'Scan',
        'Of another product',
        'For all',
        'For utilities',
        'Proposed for Scan',
        'Proposed for all',
        'Batch of 2',
      ]),
    )
  })

  it('has of a direction what its products have, and its own records', async () => {
    const ofFitness = new Set([...ofRun, 'Walk', 'Of a sibling', 'Of the direction', 'Swim'])
    expect(await titles('direction_slug=fitness')).toEqual(ofFitness)
    expect(await titles('direction_slug=fitness&product_slug=walk')).toEqual(
      new Set(['Walk', 'Of a sibling', 'For all', 'For fitness', 'Proposed for all', 'Proposed for fitness']),
    )
    expect(await titles('direction_slug=fitness&entity=task')).toEqual(new Set(['Of a sibling']))
  })

  it('has the change by which an app or a product leaves it, and which the new place has too', async () => {
    const app = await makeApp(world, { name: 'Moves', product_slug: 'walk' })
    await send('PATCH', `/apps/${app.slug}`, { product_slug: 'scan' })
    const product = await makeProduct(world, { name: 'Leaves', direction_slug: 'fitness' })
    await send('PATCH', `/products/${product.slug}`, { direction_slug: 'utilities' })
    await settled(world)
    const moves = async (query: string) =>
      (await changes(query))
        .filter(({ title }) => ['Moves', 'Leaves'].includes(title))
        .map(({ title }) => title)
    expect(await moves('product_slug=walk')).toEqual(['Moves'])
    expect(await moves('product_slug=scan')).toEqual(['Moves', 'Moves'])
    expect(await moves('direction_slug=fitness')).toEqual(['Moves', 'Leaves'])
    expect(await moves('direction_slug=utilities')).toEqual(['Moves', 'Moves', 'Leaves', 'Leaves'])
    await sql(
      world,
      `delete from history where record_type in ('app', 'product') and record_id in ($1, $2)`,
      app.id,
      product.id,
    )
  })

  it('is the same in MCP', async () => {
    for (const [filter, slug] of [
      ['product_slug', 'run'],
      ['direction_slug', 'fitness'],
    ] as const) {
      const seqs = (await changes(`${filter}=${slug}`)).map(({ seq }) => seq)
      expect((await listed({ [filter]: slug })).map(({ seq }) => seq)).toEqual(seqs.reverse())
    }
    const { isError, text } = await callTool(toolDependencies(world), 'list_changes', {
      direction_slug: 'fitnes',
    })
    expect(isError).toBe(true)
    expect(text).toContain('fitness')
  })

  it('is empty for an unknown slug, with a warning', async () => {
    for (const filter of ['product_slug', 'direction_slug']) {
      const { body } = await world.send('GET', `${root}/changes?${filter}=none`)
      expect(body.changes).toEqual([])
      expect(body.warnings).toMatchObject([{ field: filter }])
    }
  })

  it('continues after a cursor', async () => {
    const all = await changes('product_slug=run')
    const seen: Change[] = []
    let since = ''
    for (;;) {
      const { body } = await world.send('GET', `${root}/changes?product_slug=run&limit=3${since}`)
      seen.push(...body.changes)
      since = `&since=${body.next_cursor}`
      if (!body.has_more) break
    }
    expect(seen).toEqual(all)
  })
})

it('gives a change the same seq whatever the filter, page and direction', async () => {
  await makeDecision(world, {
    product_slug: 'run',
    title: 'With tasks',
    tasks: Array.from({ length: 7 }, (_, n) => ({ title: `Task ${n}` })),
  })
  await settled(world)
  const all = new Map(
    (await changes('')).map((change) => [`${change.entity} ${change.id} ${change.seq}`, change]),
  )
  const filters = ['entity=task', 'entity=decision', 'product_slug=run', 'product_slug=run&entity=task']
  for (const filter of [...filters, 'direction_slug=fitness', 'actor=env_token:env:1', 'after=2020-01-01']) {
    const found = await changes(filter)
    expect(found.length).toBeGreaterThan(0)
    for (const { entity, id, seq } of found) expect(all.has(`${entity} ${id} ${seq}`), filter).toBe(true)
    for (const limit of [1, 3]) {
      let since = ''
      const seqs: number[] = []
      for (;;) {
        const { body } = await world.send('GET', `${root}/changes?${filter}&limit=${limit}${since}`)
        seqs.push(...body.changes.map(({ seq }: Change) => seq))
        since = `&since=${body.next_cursor}`
        if (!body.has_more) break
      }
      expect(seqs, filter).toEqual(found.map(({ seq }) => seq))
    }
  }
  for (const limit of [1, 3, 5, 40])
    for (const { entity, id, seq } of await listed({ entity: 'task', limit }))
      expect(all.has(`${entity} ${id} ${seq}`)).toBe(true)
})

it('says why: of a direct write, and of an applied proposal', async () => {
  await send('POST', '/signals?reason=Seen in the store', {
    product_slug: 'run',
    signal_type: 'risk',
    title: 'Reasoned',
  })
  await send('POST', '/signals', { product_slug: 'run', signal_type: 'risk', title: 'Unreasoned' })
  await settled(world)
  const found = await changes('entity=signal')
  const reasonOf = (title: string) => found.find((change) => change.title === title)?.reason
  expect(reasonOf('Reasoned')).toBe('Seen in the store')
  expect(reasonOf('Unreasoned')).toBeNull()
  const shown = await listed({ entity: 'signal', limit: 2 })
  expect(shown.map(({ reason = null }) => reason)).toEqual([null, 'Seen in the store'])
})
