import { beforeAll, describe, expect, it } from 'vitest'
import { tools } from '../../mcp/server.ts'
import { storeClicks } from '../support/clicks.ts'
import {
  copyNewest,
  makeApp,
  makeDecision,
  makeEconomics,
  makeInsight,
  makeProduct,
  makeRule,
  makeSignal,
  makeToken,
  root,
  sql,
} from '../support/makers.ts'
import { settled } from '../support/settled.ts'
import { makeWorld } from '../support/world.ts'
import { callTool, maxResultBytes, sentBytes, toolDependencies } from './call-tool.ts'

const world = await makeWorld()
const call = (name: string, args?: object) => callTool(toolDependencies(world), name, args)

const stored = 60
const long = '😀'.repeat(200)
const product_slug = 'target'

// More long records of every kind than any result has room for.
beforeAll(async () => {
  await makeProduct(world, { direction_slug: 'fitness', name: 'Target' })
  const tasks = Array.from({ length: 20 }, () => ({ title: long, owner: long, blocked_by: long }))
  const decisionIds: number[] = []
  for (let number = 0; number < stored / 2; number++) {
    // The chain of a decision consists of the earlier ones.
    const evidence = decisionIds.slice(-20).map((id) => ({ type: 'decision', id }))
    const texts = { title: long, owner: long, decision: long.repeat(5), rationale: long.repeat(5) }
    const { id } = await makeDecision(world, { product_slug, ...texts, tasks, evidence })
    decisionIds.push(id)
  }
  await copyNewest(world, 'decisions', stored / 2)
  const name = `0 ${long}`
  const changed = { name: 'n || substr(name, 2)', slug: `n || '-long'` }
  await makeProduct(world, { direction_slug: 'fitness', name, summary: long })
  await copyNewest(world, 'products', stored - 1, changed)
  await makeApp(world, { product_slug, name, platform: 'Web' })
  await copyNewest(world, 'apps', stored - 1, changed)
  await makeSignal(world, { product_slug, signal_type: 'risk', severity: 'critical', title: long })
  await copyNewest(world, 'signals', stored - 1)
  await makeRule(world, { title: long, body: 'Ж<'.repeat(2500) })
  await copyNewest(world, 'canon_rules', stored - 2)
  await makeRule(world, { title: long, body: 'Ж<'.repeat(25_000) })
  await makeEconomics(world, { product_slug, title: long, conclusion: long.repeat(5) })
  await copyNewest(world, 'economics', stored - 1)
  await makeInsight(world, { product_slug, title: '<'.repeat(200), body: '😀"<\\'.repeat(4000) })
  await copyNewest(world, 'insights', 29)
  const { headers } = await makeToken(world, ['propose'])
  await world.send(
    'POST',
    `${root}/insights`,
    { product_slug, title: '<'.repeat(200), body: long.repeat(5) },
    headers,
  )
  await storeClicks(world)
  await sql(world, `update proposals set status = 'rejected', decided_at = now()`)
  await copyNewest(world, 'proposals', stored - 1)
}, 120_000)

/** The arguments with which a tool returns most. */
const widest: Record<string, object> = {
  get_product: { product: product_slug, full: true },
  get_app: { app: 1, full: true },
  get_record: { kind: 'product', id: product_slug, full: true },
  list_canon_rules: { limit: 200 },
  list_changes: { limit: 200 },
  list_proposals: { status: 'rejected', limit: 200, full: true },
  search: { query: 'Target', limit: 50 },
}
const largestPage = { limit: 200, full: true }
/** The number of rows that match those arguments, where it is not `stored`. */
const matching: Record<string, number> = { list_insights: 30, list_changes: 200 }
// What these tools return does not grow with the portfolio.
const fixed = ['list_directions', 'describe_write_api']

describe('a tool result', () => {
  it.each([false, true])('stays under 25 kB, and `next` leads to every row, with full=%s', async (full) => {
    const seen = new Set<number>()
    let offset: number | undefined = 0
    for (let round = 0; round < 60 && offset !== undefined; round++) {
      const result = await call('list_insights', { full, limit: 200, offset })
      expect(sentBytes(result.text)).toBeLessThan(maxResultBytes)
      const { insights, next } = result.content
      for (const { id, body } of insights) {
        seen.add(id)
        expect(body).toContain(`GET /api/portfolio/insights/${id}`)
      }
      const [, following] = /offset=(\d+)/.exec(next ?? '') ?? []
      offset = following === undefined ? undefined : Number(following)
    }
    expect(seen.size).toBe(30)
  })

  it.each(tools.filter(({ name }) => !fixed.includes(name)).map(({ name }) => name))(
    'of %s stays under 25 kB by leaving out rows of large records',
    async (name) => {
      // Without it the change feed may hold back the latest changes.
      await settled(world)
      const defaults = name.startsWith('list_') ? largestPage : {}
      const result = await call(name, widest[name] ?? defaults)
      expect(result.isError).toBeFalsy()
      expect(sentBytes(result.text)).toBeLessThan(maxResultBytes)
      const lists = Object.values(result.content).filter((value) => Array.isArray(value))
      const rows = lists.reduce((sum, { length }) => sum + length, 0)
      expect(rows).toBeGreaterThan(0)
      expect(result.content.next).toMatch(/list_\w+|get_record|get_trends/)
      if (name.startsWith('list_')) expect(rows).toBeLessThan(matching[name] ?? stored)
    },
  )

  it.each(tools.map(({ name }) => name))('of %s without arguments stays under 25 kB', async (name) => {
    const result = await call(name, {})
    expect(result.isError).toBeFalsy()
    expect(sentBytes(result.text)).toBeLessThan(maxResultBytes)
    const list = Object.values(result.content).find((value) => Array.isArray(value) && value.length > 0)
    expect(list).toBeDefined()
  })

  it('that leaves rows out names the call for the rest', async () => {
    expect((await call('get_portfolio_summary')).content.next).toContain('list_products')
    expect((await call('get_product', { product: product_slug })).content.next).toMatch(
      /Call list_\w+.* with product_slug=target/,
    )
    expect((await call('list_canon_rules')).content.rules[0].body).toMatch(
      /GET \/api\/portfolio\/canon-rules\/\d+\]$/,
    )
  })
})
