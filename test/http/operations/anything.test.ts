import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import {
  makeApplication,
  makeCompany,
  makeContact,
  makeKeyword,
  makeStrategy,
} from '../../support/operations.ts'
import { makePerson, type Somebody } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

let admin: Somebody
const paths: string[] = []
beforeAll(async () => {
  admin = await makePerson(await makeWorld(), 'admin', { able: ['admin:full'] })
  const make = {
    companies: makeCompany,
    contacts: makeContact,
    strategies: makeStrategy,
    keywords: makeKeyword,
  }
  for (const [kind, maker] of Object.entries({ applications: makeApplication, ...make })) {
    const { id } = await maker(admin)
    paths.push(`/${kind}`, `/${kind}/${id}`)
  }
  paths.push('/companies/1/notes', '/companies/1/history', '/auth/tokens', '/applications/1/archive')
})

const fields = [
  'name',
  'keyword',
  'platform',
  'status',
  'company_id',
  'strategy_id',
  'owner_id',
  'email',
  'country',
].concat('starts_on', 'ends_on', 'position', 'website', 'external_id', 'body', 'priority', 'search_volume')
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'ios',
    'active',
    '2026-11-21',
    1,
    0,
    -1,
    2 ** 53,
    '9'.repeat(30),
    '\u0000',
    '\ud800',
    ' ',
    [],
    {},
  ),
)
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...fields), anything, { maxKeys: 8 }),
  fc.jsonValue({ maxDepth: 2 }),
)
const query = fc.dictionary(
  fc.constantFrom(
    ...['page', 'per_page', 'sort', 'search', 'status', 'company_id', 'cursor', 'with_total', 'x'],
  ),
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('1', '-1', '2147483647', 'null', '\u0000', 'active', '%'),
  ),
)

it('answers whatever it is sent, and never by failing', async () => {
  const request = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE'),
    path: fc.nat(),
    body,
    query,
    dry: fc.boolean(),
  })
  const seen = new Set<number>()
  const judged = fc.asyncProperty(request, async ({ method, path, body, query, dry }) => {
    // Rows are to be there for the next request as well.
    const search = new URLSearchParams({ ...query, ...((dry || method === 'DELETE') && { dry_run: '1' }) })
    const at = `${paths[path % paths.length]}?${search}`
    const { status, body: answer } = await admin.send(method, at, method === 'GET' ? undefined : body)
    seen.add(status)
    expect([method, at, status, answer]).toSatisfy(([, , status]) => status < 500)
    if (status === 422) expect(Object.keys(answer.errors).length).toBeGreaterThan(0)
  })
  await fc.assert(judged, { numRuns: 1500 })
  // Else the property would prove little.
  expect([...seen]).toEqual(expect.arrayContaining([200, 405, 422]))
}, 60_000)
