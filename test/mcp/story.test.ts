import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, expect, it } from 'vitest'
import { token } from '../support/world.ts'
import { type AnyClient, connections } from './client.ts'
import { fill, makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
await fill(world)
const client: AnyClient = await connections['v1 over HTTP']?.(world)
afterAll(() => client.close())
const ajv = new Ajv2020({ strict: false, formats: { date: true, uri: true } })

// An agent that knows nothing of this service: it fills in a body by its schema alone, and sends it where it was told.
async function write(operation: string, intentions: Record<string, unknown>) {
  const guide = await tool('describe_write_api', { operation })
  const { properties, required = [] } = guide.body_schema
  const body: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(intentions)) if (field in properties) body[field] = value
  for (const field of required) body[field] ??= guess(field, properties[field], guide.enumerations[field])
  const fits = ajv.compile(guide.body_schema)
  expect(fits(body), JSON.stringify(fits.errors)).toBe(true)
  const send = (query: string) =>
    fetch(`${world.address}${guide.path}${query}`, {
      method: guide.method,
      headers: { 'content-type': guide.headers['Content-Type'], 'x-portfolio-token': token },
      body: JSON.stringify(body),
    })
  const rehearsal = await send('?dry_run=1')
  expect(rehearsal.status, await rehearsal.clone().text()).toBe(200)
  const answer = await send('')
  expect(answer.status).toBe(201)
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return (await answer.json()) as any
}

function guess(field: string, { format }: { format?: string }, meanings?: Record<string, string>) {
  if (meanings) return Object.keys(meanings)[0]
  return format === 'date' ? '2026-12-24' : `My ${field}`
}

async function tool(name: string, args?: object) {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: args })
  expect(isError, JSON.stringify(content)).toBeFalsy()
  return structuredContent
}

it('an agent without prior knowledge reads, and writes a signal, a decision with tasks and a rule', async () => {
  const { tools } = await client.listTools()
  expect(client.getInstructions()).toContain('describe_write_api')
  const summary = await tool('get_portfolio_summary')
  const [attention] = summary.need_attention
  expect(attention).toMatchObject({ title: 'Rating fell', severity: 'high' })
  await tool('list_canon_rules')
  const { product } = await tool('get_product', { product: attention.product_slug })
  const { operations } = await tool('describe_write_api')
  const named = (word: RegExp) =>
    operations.find(
      ({ summary, method }: { summary: string; method: string }) => method === 'POST' && word.test(summary),
    ).operation
  const about = { product_slug: product.slug }

  const { signal } = await write(named(/problem or risk/), {
    ...about,
    signal_type: 'risk',
    severity: 'critical',
  })
  const { decision } = await write(named(/decision/i), {
    ...about,
    tasks: [{ title: 'Ask the store', priority: 'high' }, { title: 'Call it off' }],
  })
  const { rule } = await write(named(/canon rule/i), {})

  const { signals } = await tool('list_signals', { ...about, severity: 'critical' })
  expect(signals).toMatchObject([{ id: signal.id, signal_type: 'risk', title: 'My title' }])
  const { decisions } = await tool('list_decisions', about)
  expect(decisions[0]).toMatchObject({
    id: decision.id,
    tasks: [{ priority: 'high' }, { priority: 'medium' }],
  })
  const { rules } = await tool('list_canon_rules')
  expect(rules[0]).toMatchObject({ id: rule.id, trusted: false })
  expect(tools.length).toBeGreaterThan(0)
})
