import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { makeAssistantWorld } from '../../support/assistant.ts'
import type { World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeAssistantWorld({ BOT_CONTACT_LIMIT_PER_MINUTE: '100000' })
})

const ids = ['1', '2', '0', '-1', 'x', '9223372036854775807', '99999999999999999999', '%00', '%ff']
const kinds = ['resources', 'improvements', 'tasks', 'bugs', 'agents']
const path = fc.oneof(
  fc.constantFrom('/api/v1/bot/main', '/api/v1/bot/main/log'),
  fc
    .string({ unit: 'grapheme', maxLength: 120 })
    .filter((name) => name.isWellFormed())
    .map((name) => `/api/v1/bot/${encodeURIComponent(name)}/log`),
  fc.constantFrom(...kinds).map((kind) => `/api/${kind}`),
  fc.tuple(fc.constantFrom(...kinds), fc.constantFrom(...ids)).map(([kind, id]) => `/api/${kind}/${id}`),
  fc
    .tuple(fc.constantFrom(...ids), fc.constantFrom('toggle', 'restart', 'history'))
    .map(([id, action]) => `/api/agents/${id}/${action}`),
)
const fields = [
  'contact_id',
  'contact_name',
  'message_id',
  'text',
  'user_text',
  'assistant_text',
  'name',
  'title',
  'description',
  'status',
  'priority',
  'severity',
  'service_id',
  'improvement_id',
  'agent_id',
  'due_at',
  'is_active',
  'url',
  '__proto__',
  'constructor',
]
const value = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('a', 'active', 'done', 'new', 'high', '2026-11-21', 'https://a.test'),
  },
  fc.constantFrom(
    1,
    0,
    -1,
    2 ** 53,
    1e300,
    1.5,
    true,
    null,
    '',
    ' ',
    'x'.repeat(20_001),
    '\ud800',
    'a\u0000b',
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
)
const body = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.dictionary(fc.constantFrom(...fields), value).map((one) => JSON.stringify(one)),
  },
  fc.json(),
  fc.string(),
)
const query = fc.oneof(
  fc.constant(''),
  fc
    .tuple(
      fc.constantFrom(
        'page',
        'per_page',
        'cursor',
        'search',
        'status',
        'service_id',
        'include_done',
        'dry_run',
      ),
      fc.oneof(fc.constantFrom('1', '0', 'x', '%', '_', '\\', '99999999999999', '\u0000'), fc.string()),
    )
    .map(([name, sent]) => `?${new URLSearchParams({ [name]: sent })}`),
)

it('never returns 5xx, and returns every error in the same form', async () => {
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      path,
      query,
      body,
      async (method, path, query, sent) => {
        const answer = await world.send(method, path + query, method === 'GET' ? undefined : sent)
        statuses.add(answer.status)
        expect(answer.status, `${method} ${path}${query} ${sent}`).toBeLessThan(500)
        if (answer.status < 400) return
        expect(answer.body).toMatchObject({ message: expect.any(String), code: expect.any(String) })
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      },
    ),
    { numRuns: 300 },
  )
  // The requests must include accepted as well as rejected ones.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 404, 405, 422]))
}, 60_000)
