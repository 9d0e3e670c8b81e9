import { beforeAll, expect, it } from 'vitest'
import { llmKey } from '../../support/assistant.ts'
import { makeProduct, makeTask, root, sql } from '../../support/makers.ts'
import { makePerson, type TestUser, v1 } from '../../support/people.ts'
import { type Answer, makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
let guest: TestUser
let product_slug: string
let finished: number
beforeAll(async () => {
  world = await makeWorld({ LLM_API_KEYS: llmKey })
  admin = await makePerson(world, 'admin')
  guest = await makePerson(world, 'user', { able: ['apps:read'] })
  product_slug = (await makeProduct(world)).slug
  finished = (await makeTask(world, { product_slug, status: 'done' })).id
})

// Every value and every unknown name that the requests contain.
const planted = 'pLaNtEd'
const wrong = { 'x-portfolio-token': planted }
const local = { host: '127.0.0.1' }
const get = (path: string, headers = {}) => world.send('GET', path, undefined, headers)
const post = (path: string, body?: unknown, headers = {}) => world.send('POST', path, body, headers)
const mcp = (body: unknown, headers = local) => post('/mcp', body, headers)
const create = (path: string, body: unknown, headers = {}) => post(root + path, body, headers)

const invalid = [422, 'validation_failed'] as const
const like = (text: string) => [expect.stringContaining(text)]
const required = (name: string) => [`The ${name} field is required.`]
const unlisted = like('The field is prohibited. Allowed: ')

/** The requests, with their status, their code and their errors in the log. */
const cases: [() => Promise<Answer>, number, string | null, unknown?][] = [
  [() => get(`${root}/products`), 200, null],
  [() => get(`${v1}/companies`), 401, 'unauthenticated'],
  [() => get(`${root}/products`, wrong), 403, 'unauthenticated'],
  [() => mcp({}, { ...local, ...wrong }), 401, 'unauthenticated'],
  [() => guest.send('GET', '/companies'), 403, 'missing_ability'],
  [() => get(`${root}/products/${planted.toLowerCase()}`), 404, 'not_found'],
  [() => world.send('DELETE', `${root}/products/${product_slug}`), 405, 'method_not_allowed'],
  [() => create('/products', `{"${planted}`), 400, 'malformed_json'],
  [() => mcp(`{"${planted}`), 400, 'malformed_json'],
  [() => mcp(Array(11).fill({ x: planted })), 400, 'bad_request'],
  [() => mcp({ x: planted.repeat(200_000) }), 413, 'payload_too_large'],
  [() => create('/products', planted, { 'content-type': 'text/plain' }), 415, 'unsupported_media_type'],
  [() => create('/products', { name: planted.repeat(200_000) }), 413, 'payload_too_large'],
  [() => twice('/signals', { external_ref: planted }), 409, 'conflict'],
  [
    () => twice('/signals', {}, { 'idempotency-key': planted }),
    422,
    'idempotency_mismatch',
    { 'Idempotency-Key': like('was already used') },
  ],
  [
    () => admin.send('POST', '/companies', { website: planted, country: planted, [planted]: 1 }),
    ...invalid,
    {
      name: required('name'),
      website: ['The website field must be a valid URL.'],
      country: [expect.any(String)],
    },
  ],
  [
    () => post('/api/tasks', { title: planted, status: planted }, { 'x-llm-key': llmKey }),
    ...invalid,
    { status: like('The selected status is invalid. Allowed: open, ') },
  ],
  [
    () => create('/products', { [planted]: 1, [`a.${planted}`]: 1, [`${planted} field is prohibited.`]: 1 }),
    ...invalid,
    { name: required('name'), direction_slug: required('direction slug'), '(unknown)': unlisted },
  ],
  [
    () => create('/decisions', { tasks: [{ title: 'One', [planted]: 1 }] }),
    ...invalid,
    expect.objectContaining({ title: required('title'), 'tasks.0.(unknown)': unlisted }),
  ],
  [
    () => get(`${root}/products?${planted}=1&limit=${planted}`),
    ...invalid,
    { limit: ['The limit field must be an integer.'], '(unknown)': unlisted },
  ],
  [
    () => admin.send('GET', `/admin/api-logs?page=1&cursor=${planted}`),
    ...invalid,
    { cursor: expect.arrayContaining(like('is prohibited when page is given')) },
  ],
  [
    () => create('/products', { direction_slug: 'security-privacy', name: planted }),
    ...invalid,
    { direction_slug: like('"…" is canonical, but not stored') },
  ],
  [
    () => create('/tasks', { product_slug, title: planted, blocked_by: finished }),
    ...invalid,
    { blocked_by: ['The selected blocked by is invalid. Task … is done.'] },
  ],
]

/** Sends two signals that differ in their title, and returns the second answer. */
async function twice(path: string, fields: object, headers = {}) {
  const signal = { product_slug, signal_type: 'risk', ...fields }
  await create(path, { ...signal, title: 'One' }, headers)
  return create(path, { ...signal, title: 'Two' }, headers)
}

const read = async (query: string) => (await admin.send('GET', `/admin/api-logs?per_page=100&${query}`)).body

it('stores why a 4xx was answered, without what was sent, and finds requests by the code', async () => {
  const answers: Answer[] = []
  for (const [send] of cases) answers.push(await send())
  expect(answers.map(({ status }) => status)).toEqual(cases.map(([, status]) => status))
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  const logged = async () => {
    const { data } = await read('')
    return ids.map((id) => data.find((row: { request_id: string }) => row.request_id === id))
  }
  await expect.poll(async () => (await logged()).every(Boolean)).toBe(true)
  for (const [index, { code, errors }] of (await logged()).entries())
    expect([code, errors], String(cases[index]?.[0])).toEqual([cases[index]?.[2], cases[index]?.[3] ?? null])
  const [{ text } = {}] = await sql(
    world,
    `select string_agg(errors::text || code, ' ') as text from request_logs`,
  )
  expect(String(text)).not.toMatch(new RegExp(planted, 'i'))
  for (const code of ['conflict', 'validation_failed', 'canon_guard', 'too_many_proposals']) {
    const found = (await read(`code=${code}`)).data.map((row: { code: string }) => row.code)
    expect(found).toEqual(cases.filter((one) => one[2] === code).map(() => code))
  }
  const { errors } = await read(`code=${planted}`)
  expect(errors.code).toEqual(like('The selected code is invalid. Allowed: unauthenticated, '))
})
