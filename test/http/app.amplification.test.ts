import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { llmKey } from '../support/assistant.ts'
import { makePerson, v1 } from '../support/people.ts'
import { makeWorld, token, type World } from '../support/world.ts'

let world: World
let authorization: string

beforeAll(async () => {
  world = await makeWorld({
    LLM_API_KEYS: llmKey,
    BOT_RATE_LIMIT_PER_MINUTE: '100000',
    BOT_CONTACT_LIMIT_PER_MINUTE: '100000',
  })
  authorization = `Bearer ${(await makePerson(world, 'admin')).token}`
})

type Route = [name: string, method: 'GET' | 'POST', path: string, body?: (unknown: object) => unknown]

const message = { contact_id: 'a', text: 'Hello' }
const call = (tool: string) => (args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: tool, arguments: args },
})
const writes: Route[] = [
  ['operations', 'POST', `${v1}/companies?dry_run=1`, (unknown) => ({ ...unknown, name: 'Adnet' })],
  ['bulk', 'POST', `${v1}/analytics/clicks/bulk?dry_run=1`, (unknown) => ({ rows: [unknown, 1] })],
  ['login', 'POST', `${v1}/auth/token`, (unknown) => unknown],
  ['action', 'POST', `${v1}/applications/1/archive`, (unknown) => unknown],
  ['resources', 'POST', '/api/resources?dry_run=1', (unknown) => ({ ...unknown, name: 'Mailer' })],
  ['bots', 'POST', `${v1}/bot/main`, (unknown) => ({ ...unknown, ...message })],
  ['logs of bots', 'POST', `${v1}/bot/main/log`, (unknown) => unknown],
  ['portfolio', 'POST', '/api/portfolio/products', (unknown) => ({ ...unknown, name: 'Fit' })],
  [
    'nested',
    'POST',
    '/api/portfolio/decisions',
    (unknown) => ({ ...unknown, tasks: [unknown, unknown, {}] }),
  ],
  ['MCP', 'POST', '/mcp', call('list_products')],
  [
    'batch',
    'POST',
    '/api/portfolio/batch',
    (unknown) => ({ operations: Array(50).fill({ operation: 'record_decision', body: unknown }) }),
  ],
]
const reads: Route[] = [
  ['operations', 'GET', `${v1}/companies`],
  ['cursor', 'GET', `${v1}/analytics/clicks`],
  ['resources', 'GET', '/api/tasks'],
  ['portfolio', 'GET', '/api/portfolio/signals'],
  ['summary', 'GET', '/api/portfolio/summary'],
  ['an unknown path', 'GET', `${v1}/nowhere`],
]

/** Sends a request and expects an answer of at most four times its size plus 16 KiB. Returns the answer. */
async function sendBounded(
  [, method, path]: Route,
  { body, query = '' }: { body?: unknown; query?: string },
) {
  const url = query === '' ? path : `${path}?${query}`
  const payload = body === undefined ? '' : JSON.stringify(body)
  const response = await world.app.inject({
    method,
    url,
    headers: {
      authorization,
      'x-portfolio-token': token,
      'x-llm-key': llmKey,
      accept: 'application/json',
      ...(payload !== '' && { 'content-type': 'application/json' }),
    },
    payload,
  })
  const limit = 4 * (Buffer.byteLength(payload) + Buffer.byteLength(url)) + 16 * 1024
  expect(response.statusCode).toBeLessThan(500)
  expect(response.rawPayload.length, `${method} ${url.slice(0, 200)}`).toBeLessThanOrEqual(limit)
  return response
}

const fields = (count: number, name = (index: number) => index.toString(36)) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 1]))
const control = (index: number) => '\u0001'.repeat(90) + index

describe.each(writes)('an answer of %s', (...route) => {
  const [, , , bodyOf = (unknown: object) => unknown] = route

  it('is at most four times as long as a body with unknown fields, plus 16 KiB', async () => {
    const names = fc.string({ unit: 'binary', maxLength: 300 })
    const counts = fc.integer({ min: 0, max: 300 })
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(names, fc.jsonValue({ maxDepth: 2 })),
        counts,
        async (unknown, count) => {
          await sendBounded(route, { body: bodyOf({ ...fields(count), ...unknown }) })
        },
      ),
      { numRuns: 40 },
    )
  })

  it.each([
    ['one long name', { ['x'.repeat(250_000)]: 1 }],
    ['many names', fields(20_000)],
    ['names of control characters', fields(60, control)],
    ['names of invisible characters', fields(60, (index) => '\u200b'.repeat(90) + index)],
  ])('is short for %s', async (_, unknown) => {
    const { rawPayload } = await sendBounded(route, { body: bodyOf(unknown) })
    expect(rawPayload.length).toBeLessThan(80_000)
  })
})

describe.each(reads)('an answer of %s', (...route) => {
  it.each([
    ['many names', Object.keys(fields(1800)).join('&')],
    ['a long name', 'x'.repeat(8000)],
    ['a long value', `zz=${'~'.repeat(8000)}`],
    ['names of control characters', Object.keys(fields(45, control)).map(encodeURIComponent).join('&')],
    ['white space around a value', `search=${'%E2%80%83'.repeat(900)}a&q=${'%C2%85'.repeat(900)}a`],
    ['many equal names', Array(3000).fill('zz').join('&')],
  ])('is at most four times as long as a query of %s, plus 16 KiB', async (_, query) => {
    await sendBounded(route, { query })
  })
})

describe('a list that is too long', () => {
  it.each([
    ['tasks', '/api/portfolio/decisions'],
    ['operations', '/api/portfolio/batch'],
    ['abilities', `${v1}/auth/token`],
    ['rows', `${v1}/analytics/clicks/bulk`],
  ])('has no error for each of its items: %s', async (name, path) => {
    const route: Route = [name, 'POST', path]
    const response = await sendBounded(route, { body: { [name]: Array(200_000).fill(1) } })
    expect(response.statusCode).toBe(422)
    expect(Object.keys(response.json().errors).length).toBeLessThan(40)
    expect(response.json().errors[name][0]).toContain('must not have more than')
  })
})

it('names the first 50 unknown fields and counts the others, on every surface', async () => {
  const unknown = fields(200, (index) => `k${index}`)
  for (const route of writes.filter(([name]) => ['operations', 'resources', 'bots', 'bulk'].includes(name))) {
    const { warnings } = (await sendBounded(route, { body: route[3]?.(unknown) })).json()
    expect(warnings, route[0]).toHaveLength(51)
    expect(warnings[50].message).toContain('and 150 more fields')
  }
  const portfolio = (await sendBounded(writes[7] as Route, { body: { ...unknown, name: 'Fit' } })).json()
  expect(portfolio.errors['…']).toEqual(['The listed and 150 more fields are invalid.'])
  const mcp = (await sendBounded(writes[9] as Route, { body: call('list_products')(unknown) })).json()
  expect(mcp.result.content[0].text).toContain('The listed and 150 more fields are invalid.')
})
