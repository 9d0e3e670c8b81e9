import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, expect, it } from 'vitest'
import { token } from '../support/world.ts'
import { type AnyClient, connections } from './client.ts'
import { fill, makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
await fill(world)
const client: AnyClient = await connections['v1 over HTTP']?.(world)
afterAll(() => client.close())
const ajv = new Ajv2020({ strict: false, formats: { date: true, iri: true } })

// Writes as an agent without prior knowledge: the body follows the schema alone, method and path come from the guide.
async function write(operation: string, fields: Record<string, unknown>) {
  const guide = await tool('describe_write_api', { operation })
  const { properties, required = [] } = guide.body_schema
  const body: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(fields)) if (field in properties) body[field] = value
  for (const field of required)
    body[field] ??= placeholder(field, properties[field], guide.enumerations[field])
  const validate = ajv.compile(guide.body_schema)
  expect(validate(body), JSON.stringify(validate.errors)).toBe(true)
  const send = (query: string) =>
    fetch(`${world.address}${guide.path}${query}`, {
      method: guide.method,
      headers: { 'content-type': guide.headers['Content-Type'], 'x-portfolio-token': token },
      body: JSON.stringify(body),
    })
  const dryRun = await send('?dry_run=1')
  expect(dryRun.status, await dryRun.clone().text()).toBe(200)
  const answer = await send('')
  expect(answer.status).toBe(201)
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return (await answer.json()) as any
}

function placeholder(field: string, { format }: { format?: string }, meanings?: Record<string, string>) {
  if (meanings) return Object.keys(meanings)[0]
  return format === 'date' ? '2026-12-24' : `My ${field}`
}

const called = new Set<string>()

async function tool(name: string, args?: object) {
  called.add(name)
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: args })
  expect(isError, JSON.stringify(content)).toBeFalsy()
  return structuredContent
}

it('lets an agent without prior knowledge read and write', async () => {
  const { tools } = await client.listTools()
  expect(client.getInstructions()).toContain('describe_write_api')
  const summary = await tool('get_portfolio_summary')
  const [attention] = summary.need_attention
  expect(attention).toMatchObject({ title: 'Rating fell', severity: 'high' })
  await tool('list_canon_rules')
  const { product } = await tool('get_product', { product: attention.product_slug })
  const { operations } = await tool('describe_write_api')
  const operationFor = (word: RegExp) =>
    operations.find(
      ({ summary, method }: { summary: string; method: string }) => method === 'POST' && word.test(summary),
    ).operation
  const place = { product_slug: product.slug }

  const { signal } = await write(operationFor(/signal/i), {
    ...place,
    signal_type: 'risk',
    severity: 'critical',
  })
  const { decision } = await write(operationFor(/decision/i), {
    ...place,
    tasks: [{ title: 'Ask the store', priority: 'high' }, { title: 'Call it off' }],
  })
  const { rule } = await write(operationFor(/canon rule/i), {})

  const { signals } = await tool('list_signals', { ...place, severity: 'critical' })
  expect(signals).toMatchObject([{ id: signal.id, signal_type: 'risk', title: 'My title' }])
  const { decisions } = await tool('list_decisions', place)
  expect(decisions[0]).toMatchObject({
    id: decision.id,
    tasks: [{ priority: 'high' }, { priority: 'medium' }],
  })
  const { rules } = await tool('list_canon_rules')
  expect(rules[0]).toMatchObject({ id: rule.id, trusted: false })
  const listed = tools.map(({ name }: { name: string }) => name)
  expect(called.size).toBe(6)
  expect(listed).toEqual(expect.arrayContaining([...called]))
})
