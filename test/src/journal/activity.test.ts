import { beforeAll, describe, expect, it } from 'vitest'
import { type ActivityEntry, ActivityQuery, listActivity } from '../../../src/journal/activity.ts'
import { readAgentActivity } from '../../../src/journal/agent-activity.ts'
import { Fault } from '../../../src/record/fault.ts'
import { validate } from '../../../src/record/validation/validate.ts'
import { makeProduct, makeRule, makeSignal, makeToken, root, sql } from '../../support/makers.ts'
import { makeCompany } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { statementsOf } from '../../support/statements.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
let research: Awaited<ReturnType<typeof makeToken>>
let product: { id: number }
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  research = await makeToken(world)
  product = await makeProduct(world, { name: 'Scanner' })
  await makeSignal(world, { product_id: product.id })
  await makeCompany(admin, { name: 'Northwind' })
  const change = { summary: 'Reads QR codes' }
  const headers = { ...research.headers, 'x-request-id': 'change-of-scanner' }
  await world.send('PATCH', `${root}/products/${product.id}`, change, headers)
})

const list = (query: object = {}) => listActivity(world.database.read, validate(ActivityQuery, query))
const summary = ({ record_type, event, actor }: ActivityEntry) => [record_type, event, actor.name]
const found = async (query: object) => (await list(query)).entries.map(summary)

describe('the activity', () => {
  it('lists the changes of all records, newest first, with their actors and values', async () => {
    const { entries } = await list()
    expect(entries[0]).toEqual({
      id: expect.any(Number),
      set: null,
      record_type: 'product',
      record_id: product.id,
      event: 'updated',
      actor: { type: 'portfolio_token', id: research.id, name: research.name },
      token: null,
      approved_by: null,
      reason: null,
      changes: { summary: { from: null, to: 'Reads QR codes' } },
      surface: 'http',
      request_id: 'change-of-scanner',
      created_at: expect.stringMatching(/Z$/),
    })
    expect(entries[1]).toMatchObject({
      record_type: 'company',
      actor: { type: 'user', id: admin.id },
      token: { id: admin.token_id, name: 'test' },
    })
    expect(entries.slice(2, 4).map(summary)).toEqual([
      ['signal', 'created', 'env:1'],
      ['product', 'created', 'env:1'],
    ])
    expect(JSON.stringify(entries)).not.toMatch(/argon2|pft_|ops_/)
  })

  it('is filtered by actor: one, all of a type, or a part of the name', async () => {
    const changed = ['product', 'updated', research.name]
    const companies = [['company', 'created', admin.name]]
    expect(await found({ actor: `portfolio_token:${research.id}` })).toEqual([changed])
    expect(await found({ actor: `portfolio_token:${research.id}0` })).toEqual([])
    expect(await found({ actor: 'portfolio_token' })).toEqual([changed])
    expect(await found({ actor: research.name.toUpperCase() })).toEqual([changed])
    expect(await found({ actor: `user:${admin.id}` })).toEqual(companies)
    expect(await found({ actor: 'user' })).toEqual(companies)
    expect(await found({ actor: 'dmin' })).toEqual(companies)
    expect(await found({ actor: 'bot' })).toEqual([])
    expect(await found({ actor: '%' })).toEqual([])
    expect(await found({ actor: 'env_token:env:1', entity: 'signal' })).toEqual([
      ['signal', 'created', 'env:1'],
    ])
    expect((await found({ actor: 'system' }))[0]).toEqual(['user', 'created', 'system'])
  })

  it('is filtered by surface, type of record, record and time', async () => {
    expect((await found({ surface: 'cli' }))[0]).toEqual(['user', 'created', 'system'])
    expect(await found({ surface: 'admin' })).toEqual([])
    expect(await found({ entity: 'company' })).toHaveLength(1)
    expect(await found({ entity: 'product', record_id: String(product.id) })).toEqual([
      ['product', 'updated', research.name],
      ['product', 'created', 'env:1'],
    ])
    const [newest] = (await list()).entries
    expect((await list({ since: newest!.created_at })).entries.at(0)).toEqual(newest)
    expect((await list({ since: newest!.created_at })).entries.length).toBeLessThan(3)
    expect(await found({ since: '2100-01-01' })).toEqual([])
  })

  it.each([
    ['surface', { surface: 'web' }],
    ['since', { since: 'yesterday' }],
    ['cursor', { cursor: 'eA' }],
    ['entity', { record_id: '1' }],
    ['per_page', { per_page: '0' }],
  ])('rejects an invalid query: %s', (field, query) => {
    const attempt = () => validate(ActivityQuery, query)
    expect(attempt).toThrow(Fault)
    expect(attempt).toThrow(expect.objectContaining({ errors: { [field]: [expect.anything()] } }))
  })

  it.each([{}, { actor: 'env_token' }, { entity: 'canon_rule' }, { entity: 'canon_rule', record_id: '1' }])(
    'returns every entry once when it is read page by page: %o',
    async (filter) => {
      const rule = await makeRule(world)
      for (const title of ['One', 'Two', 'Three', 'Four'])
        await world.send('PATCH', `${root}/canon-rules/${rule.id}`, { title })
      // Changes of one transaction have the same time.
      await sql(
        world,
        `update history set created_at = now() where record_type = 'canon_rule' and id % 3 > 0`,
      )
      const { entries: all } = await list({ ...filter, per_page: 200 })
      const pages: ActivityEntry[] = []
      let cursor: string | null | undefined
      while (cursor !== null) {
        const page = await list({ ...filter, per_page: 2, ...(cursor && { cursor }) })
        expect(page.entries.length).toBeGreaterThan(0)
        pages.push(...page.entries)
        cursor = page.next_cursor
      }
      expect(pages).toEqual(all)
    },
  )

  it('is read by one statement', async () => {
    for (const query of [{}, { actor: 'agent', surface: 'http', entity: 'product', since: '2026-01-01' }])
      expect(await statementsOf(() => list(query))).toHaveLength(1)
  })
})

describe('the activity of agents', () => {
  it('counts the changes of each agent on each of the last seven days in UTC', async () => {
    await sql(
      world,
      `insert into history (record_type, record_id, event, actor, changes, surface, created_at)
      select 'task', 1, 'updated', jsonb_build_object('type', 'llm_key', 'id', 70, 'name', 'Name ' || n), '{}', 'http',
        date_trunc('day', now(), 'UTC') - n * interval '1 day'
      from generate_series(0, 8) as n, generate_series(0, n) as times`,
    )
    const agents = await readAgentActivity(world.database.read, 'UTC')
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    expect(agents.find(({ actor }) => actor.id === 70)).toEqual({
      actor: { type: 'llm_key', id: 70, name: 'Name 6' },
      total: 28,
      days: [6, 5, 4, 3, 2, 1, 0].map((ago) => ({ date: day(ago), changes: ago + 1 })),
    })
    const inTokyo = await readAgentActivity(world.database.read, 'Asia/Tokyo')
    // A change at midnight in UTC is one of nine in the morning there.
    const ofLastDays = inTokyo.find(({ actor }) => actor.id === 70)?.days.slice(0, 6)
    expect(ofLastDays).toEqual(
      expect.arrayContaining([
        { date: day(1), changes: 2 },
        { date: day(4), changes: 5 },
      ]),
    )
    const totals = agents.map(({ total }) => total)
    expect(totals).toEqual(totals.toSorted((a, b) => b - a))
    expect(agents.some(({ actor }) => actor.type === 'user' || actor.type === 'system')).toBe(false)
  })
})
