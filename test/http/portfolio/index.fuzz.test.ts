import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeProduct, root } from '../../support/makers.ts'
import { readPublished } from '../../support/published.ts'
import { type Answer, makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

// More runs find more faults. The same seed repeats the same requests.
const runs = { numRuns: 20 }

const ErrorBody = z.strictObject({
  message: z.string().min(1),
  code: z.string().regex(/^[a-z_]+$/),
  request_id: z.string().regex(/^[A-Za-z0-9._-]{8,64}$/),
  errors: z.record(z.string(), z.array(z.string().min(1)).min(1)).optional(),
  existing_id: z.int().optional(),
  next: z.string().min(1).optional(),
})

let world: World
let published: Awaited<ReturnType<typeof readPublished>>
const ids: Record<string, number> = {}
beforeAll(async () => {
  world = await makeWorld()
  published = await readPublished(world.app)
  await makeProduct(world, { name: 'Fixed' })
  for (const { key, make } of kinds) ids[key] = (await make(world, {})).id
})

// `send` checks each answer against the published document as well.
function expectSound(method: string, url: string, { status, body }: Answer): void {
  expect([200, 201, 400, 404, 409, 422], `${method} ${url}: ${JSON.stringify(body)}`).toContain(status)
  if (status >= 400) expect(() => ErrorBody.parse(body)).not.toThrow()
}

// Values that are known to break programs or to pass a first validation.
const plain = [
  null,
  '',
  ' ',
  '0',
  '1',
  '01',
  '-1',
  'null',
  'utilities',
  'fixed',
  'Fixed',
  '2026-01-01',
  '2026-02-30',
]
const hostile = [
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  "'; drop table apps; --",
  '%',
  '_',
  '\\',
  '$1',
  '{}',
  '🧨'.repeat(99),
]
const numbers = [0, -0, 1, 2, -1, 1.5, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), Number.MAX_VALUE, true, false]
const links = [
  'https://a.example/%00?id=%00',
  'https://[::1',
  'https://ab.cd/😀%',
  'http://xn--a/',
  'https://a.example/x',
]
const names = [
  'iOS',
  'critical',
  'URGENT',
  'structure-canon',
  'confirmed',
  'constructor',
  'toString',
  'valueOf',
]
const value = fc.oneof(
  fc.constantFrom<unknown>(...plain, ...hostile, ...numbers, ...links, ...names, [], {}, [[]], [{}], [null]),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.array(
    fc.dictionary(fc.constantFrom('title', 'owner', 'priority', 'due_at', 'x'), fc.constantFrom(...plain)),
  ),
)

const writes = kinds.flatMap(({ key, path, body, changes }) => [
  { method: 'POST', name: path, url: () => path, body: body as object },
  ...(changes ? [{ method: 'PATCH', name: `${path}/{id}`, url: () => `${path}/${ids[key]}`, body: {} }] : []),
])

describe.each(writes)('$method $name', ({ method, url, body }) => {
  it('accepts or rejects any value of its fields', async () => {
    const rejected = await world.send(method, url(), { nonsense: 1 })
    const fields: string[] = rejected.body.errors.nonsense[0].split('Allowed: ')[1].slice(0, -1).split(', ')
    const changesOfFields = fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 4 })
    await fc.assert(
      fc.asyncProperty(changesOfFields, fc.boolean(), async (changes, dryRun) => {
        const target = `${url()}?dry_run=${dryRun}`
        expectSound(method, target, await world.send(method, target, { ...body, ...changes }))
      }),
      runs,
    )
  })

  it('accepts or rejects any JSON body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ stringUnit: 'binary', maxDepth: 4 }), async (json) => {
        expectSound(method, url(), await world.send(method, url(), json))
      }),
      runs,
    )
  })
})

// A client may send a query or a path that is not well encoded.
const raw = fc.constantFrom(
  '%',
  '%zz',
  '%ff',
  '%ED%A0%80',
  '%00',
  '%C0%80',
  '%2F',
  '%2e%2e',
  '..',
  '+',
  '%25',
)
const encoded = fc.oneof(
  raw,
  fc.string({ unit: 'binary', maxLength: 300 }).map((text) => encodeURIComponent(text.toWellFormed())),
  value.map((one) =>
    encodeURIComponent((typeof one === 'string' ? one : JSON.stringify(one)).toWellFormed()),
  ),
)

const lists = ['summary', 'changes', ...kinds.map(({ path }) => path.slice(root.length + 1))]

describe.each(lists)('GET /%s', (path) => {
  it('accepts or rejects any value of its filters', async () => {
    const { parameters } = published.document.paths[`${root}/${path}`].get
    const filters: string[] = parameters
      .filter((parameter: { in: string }) => parameter.in === 'query')
      .map(({ name }: { name: string }) => name)
    expect(filters).not.toEqual([])
    const query = fc.array(fc.tuple(fc.constantFrom(...filters, 'x'), encoded), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(query, async (pairs) => {
        const url = `${root}/${path}?${pairs.map(([name, text]) => `${name}=${text}`).join('&')}`
        expectSound('GET', url, await world.send('GET', url))
      }),
      runs,
    )
  })
})

describe.each(kinds)('GET $path/{…}', ({ path }) => {
  it('returns 200 or 404 for any path', async () => {
    await fc.assert(
      fc.asyncProperty(encoded, async (text) => {
        const { status, body } = await world.send('GET', `${path}/${text}`)
        expect([200, 404], `${path}/${text}`).toContain(status)
        if (status === 404) expect(() => ErrorBody.parse(body)).not.toThrow()
      }),
      runs,
    )
  })
})

describe('every read', () => {
  it('returns an answer that matches the published document', async () => {
    const paths = [
      ...lists,
      'directions',
      'reference',
      ...kinds.map(({ key, path }) => `${path.slice(root.length + 1)}/${ids[key]}`),
    ]
    for (const path of paths) {
      const answer = await world.send('GET', `${root}/${path}`)
      expect([path, answer.status]).toEqual([path, 200])
      expectSound('GET', `${root}/${path}`, answer)
    }
  })
})
