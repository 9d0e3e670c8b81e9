import { expect, it } from 'vitest'
import { query } from '../support/cluster.ts'
import { settled } from '../support/settled.ts'
import { noteStatementLimits } from '../support/statement-limits.ts'
import { ownDatabase, run, serve } from './cli.ts'
import { runHere } from './here.ts'

type Placed = { app_id: number | null; product_id: number | null; direction_id: number | null }

const key = 'k2V9xQ7mZ4tB1nR8wL5cY3dF6hJ0sA'

it('fills an empty database, and a database with records only with --force', async () => {
  const DATABASE_URL = await ownDatabase()
  const limits = await noteStatementLimits(DATABASE_URL, 'products')
  const filled = await run({ DATABASE_URL }, 'demo', '--json')
  expect(filled.code).toBe(0)
  // The limit of long work, not that of a request.
  expect(await limits()).toEqual(['1min'])
  expect(filled.err.trim().split('\n')).toHaveLength(filled.json().added.products)
  const { added } = filled.json()
  expect(added.products).toBeGreaterThanOrEqual(12)
  expect(added.apps).toBeGreaterThanOrEqual(20)
  expect(added.competitors).toBeGreaterThanOrEqual(4)
  expect(added.keyword_positions).toBeGreaterThan(4 * 90)
  expect([added.tokens, added.proposals]).toEqual([2, 34])

  const server = await serve({ DATABASE_URL })
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  const get = async (path: string): Promise<any> =>
    (await server.get(`/api/portfolio${path}`, server.startup.token)).json()
  const summary = await get('/summary')
  expect(summary.portfolio).toMatchObject({
    health: 'critical',
    directions_count: 6,
    products_count: added.products,
  })
  const types = summary.need_attention.map(({ type }: { type: string }) => type)
  const expected = ['problem', 'risk', 'decision_verdict', 'task']
  expect(types).toEqual(expect.arrayContaining(expected))
  expect(summary.trends.length).toBeGreaterThan(1)
  for (const { metric, current, previous } of summary.trends)
    if (metric !== 'tasks_done') expect([metric, current > 0, previous > 0]).toEqual([metric, true, true])
  const { directions } = await get('/directions')
  expect(directions).toHaveLength(6)
  for (const { slug, products_count } of directions) expect([slug, products_count > 0]).toEqual([slug, true])
  expect((await get('/apps?binding=product-candidate')).apps).toHaveLength(1)
  const { decisions } = await get('/decisions?q=Scale')
  const { chain } = (await get(`/decisions/${decisions[0].id}`)).decision
  for (const type of ['signals', 'insights', 'tasks'])
    expect([type, chain[type].length > 0]).toEqual([type, true])
  const isAbout = (await get('/decisions?limit=200')).decisions
  expect(isAbout.some(({ app_id, product_id }: Placed) => app_id && !product_id)).toBe(true)
  expect(isAbout.some(({ direction_id, app_id }: Placed) => direction_id && !app_id)).toBe(true)
  const { signals } = await get('/signals?status=resolved')
  for (const { resolution } of signals) expect(resolution).toEqual(expect.any(String))
  const [blocked] = (await get('/tasks?status=blocked')).tasks
  expect(blocked).toMatchObject({ note: expect.any(String), blocked_by: expect.any(String) })
  await settled({ url: DATABASE_URL })
  const { changes } = await get('/changes?limit=1')
  expect(changes).toHaveLength(1)
  expect(changes[0].actor).toEqual({ type: 'system', id: null, name: 'system' })

  const failed = await run({ DATABASE_URL }, 'demo')
  expect([failed.code, failed.out]).toEqual([1, ''])
  expect(failed.err).toMatch(
    /^The database is not empty \(products \d+, [^\n]*\)\. Use --force to add the demo data anyway\.\n$/,
  )
  const forced = await runHere({ DATABASE_URL }, 'demo', '--force', '--json')
  expect(forced.code).toBe(0)
  expect(Object.values(forced.json().added)).toEqual(Object.values(added).map(() => 0))
}, 240_000)

it('names the records of every kind that a database has', async () => {
  const DATABASE_URL = await ownDatabase()
  const author = `'{"type":"system","id":null,"name":"system"}'`
  const records = async () => {
    const { code, out, err } = await runHere({ DATABASE_URL }, 'demo')
    expect([code, out]).toEqual([1, ''])
    return /^The database is not empty \((.*)\)\. Use --force [^\n]*\n$/.exec(err)?.[1]
  }
  const write = (statement: string) => query(DATABASE_URL, statement)
  await write(
    `insert into agents (name, title, created_by, updated_by) values ('a', 'A', ${author}, ${author})`,
  )
  expect(await records()).toBe('agents 1')
  await write(`update agents set deleted_at = now() where name = 'a'`)
  const server = await serve({ DATABASE_URL, LLM_API_KEYS: key })
  const post = (path: string, body: object) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-llm-key': key },
      body: JSON.stringify(body),
    })
  expect((await post('/api/tasks', { title: 'Call back' })).status).toBe(201)
  expect(await records()).toBe('service tasks 1')
  expect(
    (await post('/api/v1/bot/main', { contact_id: '1', contact_name: 'Anna', text: 'Hello' })).status,
  ).toBe(200)
  expect(await records()).toBe('contacts 1, service tasks 1, turns 2')
})
