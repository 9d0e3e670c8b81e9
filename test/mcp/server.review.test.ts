import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { operator } from '../../cli/database.ts'
import { fillDemo } from '../../src/catalog/demo.ts'
import { transact } from '../../src/database/transaction.ts'
import { todayIn } from '../../src/record/time-zone.ts'
import { makeWorld, token } from '../support/world.ts'

const { app, database } = await makeWorld()
await transact(
  database.orm,
  (em) => fillDemo(em, operator, { force: false, report: () => undefined, withLearning: false }),
  {
    timeLimit: 'bulk',
  },
)

let bytes = 0
// biome-ignore lint/suspicious/noExplicitAny: answers of every tool
async function call(name: string, args: object = {}): Promise<any> {
  const { body } = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { host: 'ops.test', 'x-portfolio-token': token, accept: 'application/json' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  })
  const { result } = JSON.parse(body)
  expect(result.isError, body).toBeFalsy()
  bytes += Buffer.byteLength(JSON.stringify(result))
  return result.content[0].text
}

const skill = readFileSync('agent-configs/skills/weekly-portfolio-review/SKILL.md', 'utf8')
// The value that the skill gives an argument of a tool.
const named = (tool: string, argument: string) =>
  new RegExp(`\`${tool}\` with [^.]*\`${argument}\` (\\d+)`).exec(skill)?.[1]

it('names a week of trends and ten changes in the skill', () => {
  expect([named('get_trends', 'days'), named('list_changes', 'limit')]).toEqual(['7', '10'])
})

// The calls with which the skill reads what is stored, with the demo data. They were 54.8 kB before there was a tool for the week.
it('reads at most 30 kB for the weekly review of the skill', async () => {
  const week = await call('get_week', { since: todayIn('UTC', -7) })
  await call('list_canon_rules')
  await call('list_signals', { severity: 'high', unresolved: true })
  await call('list_decisions', { status: 'active', review_before: todayIn('UTC', 14) })
  for (const product of ['skaner-qr', 'family-radar', 'deep-sleep-sounds']) {
    expect(week).toContain(product)
    await call('get_product', { product })
  }
  await call('get_trends', { app_slug: 'skaner-qr', days: named('get_trends', 'days') })
  await call('list_changes', { product_slug: 'skaner-qr', limit: named('list_changes', 'limit') })
  for (const query of ['payment screen', 'location in the background', 'featured'])
    await call('search', { query, product_slug: 'skaner-qr' })
  expect(bytes).toBeLessThan(30_000)
})
