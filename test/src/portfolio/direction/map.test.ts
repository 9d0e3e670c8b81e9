import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../src/access/actor.ts'
import { transact } from '../../../../src/database/transaction.ts'
import { mapDirection } from '../../../../src/portfolio/direction/map.ts'
import { systemProvenance } from '../../../../src/record/provenance.ts'
import { query } from '../../../support/cluster.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const operator: Actor = { by: systemProvenance, credential: 'system', surface: 'cli', request_id: null }
const api = '/api/portfolio'

// All but the words of the search, which are generated.
const columns = 'id, created_at, updated_at, created_by, updated_by, slug, name, description, status'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await query(world.url, `create table seeded as select ${columns} from directions`)
})
beforeEach(() =>
  query(
    world.url,
    'truncate directions, direction_aliases, history cascade',
    `insert into directions (${columns}) select ${columns} from seeded`,
  ),
)

const map = (old: string, current: string, dryRun = false) =>
  transact(world.database.orm, (em) => mapDirection(em, operator, { old, current }), { dryRun })

async function post(kind: string, body: object) {
  const answer = await world.send('POST', `${api}/${kind}`, body)
  expect([kind, answer.status, answer.body.errors]).toEqual([kind, 201, undefined])
  return answer.body
}

const get = async (path: string) => (await world.send('GET', `${api}${path}`)).body
const slugs = async () => (await get('/directions')).directions.map(({ slug }: { slug: string }) => slug)

describe('a slug that was never stored', () => {
  it('becomes an alias that reads and writes accept with a warning', async () => {
    expect(await map(' Documents ', 'documents-qr')).toMatchObject({
      old: 'documents',
      removed: false,
      previous: null,
    })
    const warning = [{ field: 'direction_slug', message: expect.stringContaining('"documents-qr"') }]
    const made = await post('products', { direction_slug: 'documents', name: 'Scanner' })
    expect(made).toMatchObject({ product: { direction_slug: 'documents-qr' }, warnings: warning })
    for (const path of ['/products', '/apps', '/signals', '/tasks', '/canon-rules', '/decisions', '/summary'])
      expect([path, (await get(`${path}?direction_slug=documents`)).warnings]).toEqual([path, warning])
    const found = await get('/products?direction_slug=documents')
    expect(found.products).toMatchObject([{ slug: 'scanner' }])
    expect(await slugs()).not.toContain('documents')
  })

  it('can be mapped to another direction later, which moves no records', async () => {
    await map('documents', 'documents-qr')
    await post('products', { direction_slug: 'documents', name: 'Scanner' })
    expect(await map('documents', 'utilities')).toMatchObject({ removed: false, previous: 'documents-qr' })
    expect((await map('documents', 'utilities')).previous).toBeNull()
    expect((await get('/products?direction_slug=documents')).products).toEqual([])
    expect((await get('/products?direction_slug=documents-qr')).products).toHaveLength(1)
  })
})

describe('a stored direction', () => {
  async function fill() {
    const direction_slug = 'utilities'
    const { product } = await post('products', { direction_slug, name: 'Torch' })
    await post('apps', { direction_slug, name: 'Lamp', platform: 'iOS' })
    await post('apps', { product_id: product.id, name: 'Torch', platform: 'iOS' })
    await post('signals', { direction_slug, signal_type: 'risk', title: 'Dark' })
    await post('insights', { direction_slug, title: 'Bright', body: 'Light sells.' })
    const period = { period_start: '2026-01-01', period_end: '2026-01-31' }
    await post('economics', { direction_slug, title: 'January', ...period })
    await post('tasks', { direction_slug, title: 'Look' })
    const rule = { rule_type: 'direction-policy', title: 'Small', body: 'Tools stay small.' }
    await post('canon-rules', { direction_slug, product_id: product.id, ...rule })
    await map('tools', 'utilities')
  }

  it('is removed, and its records, with history, and its aliases move', async () => {
    await fill()
    const ones = { products: 1, apps: 1, signals: 1, insights: 1, economics: 1, tasks: 1, canon_rules: 1 }
    expect(await map('utilities', 'fitness', true)).toMatchObject({ removed: true, moved: ones })
    expect(await slugs()).toContain('utilities')

    const from = (await get('/directions')).directions
    const idOf = (slug: string) => from.find((one: { slug: string }) => one.slug === slug).id
    expect(await map('utilities', 'fitness')).toMatchObject({ removed: true, moved: ones })
    expect(await slugs()).not.toContain('utilities')
    for (const old of ['utilities', 'tools']) {
      const found = await get(`/products?direction_slug=${old}`)
      expect(found.products).toMatchObject([
        { slug: 'torch', direction_slug: 'fitness', updated_by: systemProvenance },
      ])
    }
    for (const kind of ['signals', 'insights', 'economics', 'tasks'])
      expect((await get(`/${kind}?direction_slug=fitness`))[kind]).toHaveLength(1)

    const last = (await history()).slice(-9)
    const moved = ['product', 'app', 'signal', 'insight', 'economics', 'task', 'canon_rule']
    const changes = { direction_id: { from: idOf('utilities'), to: idOf('fitness') } }
    expect(last.slice(0, 7)).toMatchObject(
      moved.map((record_type) => ({
        record_type,
        event: 'updated',
        changes,
        actor: systemProvenance,
        surface: 'cli',
      })),
    )
    const direction = { record_type: 'direction', actor: systemProvenance }
    expect(last.slice(7)).toMatchObject([
      { ...direction, record_id: idOf('utilities'), event: 'deleted', changes: { slug: { to: null } } },
      { ...direction, record_id: idOf('fitness'), event: 'updated', changes: { alias: { to: 'utilities' } } },
    ])
  })

  it('is mapped once: a repeat changes nothing and writes no history', async () => {
    await fill()
    await map('utilities', 'fitness')
    const before = await history()
    const again = await map('utilities', 'fitness')
    expect(again.removed).toBe(false)
    expect(Object.values(again.moved).every((count) => count === 0)).toBe(true)
    expect(await history()).toEqual(before)
  })

  it('stays with its records if names of products conflict', async () => {
    await post('products', { direction_slug: 'utilities', name: 'Сканер' })
    await post('products', { direction_slug: 'utilities', name: 'Torch' })
    await post('products', { direction_slug: 'fitness', name: 'СКАНЕР' })
    await expect(map('utilities', 'fitness')).rejects.toThrow(/products named "Сканер"\. Rename/)
    expect(await slugs()).toContain('utilities')
    expect((await get('/products?direction_slug=utilities')).products).toHaveLength(2)
  })

  it('takes a constant number of statements, however many records it has', async () => {
    const statementsOfFew = await statementsOf(() => map('documents-qr', 'utilities'))
    for (let number = 0; number < 20; number++)
      await post('signals', { direction_slug: 'utilities', signal_type: 'risk', title: `Risk ${number}` })
    const statementsOfMany = await statementsOf(() => map('utilities', 'fitness'))
    expect(statementsOfMany.length).toBe(statementsOfFew.length)
    expect([statementsOfMany[0], statementsOfMany.at(-1)]).toEqual([
      'begin isolation level read committed',
      'commit',
    ])
    expect(statementsOfMany.length).toBeLessThan(25)
  })
})

describe('a direction cannot be mapped', () => {
  it.each([
    [
      'to a slug that is not stored',
      'utilities',
      'documents',
      /"documents" is not a stored direction\. Stored directions: utilities/,
    ],
    ['to itself', 'fitness', ' FITNESS', /"fitness" is the current slug/],
    ['to itself if it is not stored', 'nope', 'nope', /"nope" is not a stored direction/],
    ['from digits only, which are an id', '123', 'fitness', /must be a slug/],
    ['from words', 'Bad Slug', 'fitness', /must be a slug/],
    ['from control characters', 'a\u0001b', 'fitness', /must be a slug/],
  ])('%s', async (_title, old, current, words) => {
    await expect(map(old, current)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: { [/fitness/i.test(current) ? 'old' : 'current']: [expect.stringMatching(words)] },
    })
  })

  it('in a circle, since a mapped direction is no longer stored', async () => {
    await map('utilities', 'fitness')
    await expect(map('fitness', 'utilities')).rejects.toMatchObject({ code: 'validation_failed' })
    expect(await slugs()).toContain('fitness')
  })
})

/** The history, oldest first. */
function history() {
  const text = 'select record_type, record_id, event, actor, changes, surface from history order by id'
  return world.database.read<Record<string, unknown>>({ text, values: [] })
}
