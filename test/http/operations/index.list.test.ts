import { beforeAll, describe, expect, it } from 'vitest'
import {
  makeApplication,
  makeCompany,
  makeContact,
  makeKeyword,
  makeStrategy,
} from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
let manager: TestUser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world, 'admin')
  manager = await makePerson(world, 'manager')
})

type Row = { id: number; name: string }
const get = async (path: string) => (await admin.send('GET', path)).body
const ids = async (path: string): Promise<number[]> => (await get(path)).data.map(({ id }: Row) => id)

// The fields that the paginator of a Laravel client reads.
type Paginator = {
  data: Row[]
  links: { first: string; last: string | null; prev: string | null; next: string | null }
  meta: {
    current_page: number
    from: number | null
    last_page: number | null
    path: string
    per_page: number
    to: number | null
    total: number | null
  }
}

describe('paging', () => {
  it('returns links to every page and the position in meta', async () => {
    const company = await makeCompany(admin)
    const newestFirst: number[] = []
    for (let count = 0; count < 7; count++)
      newestFirst.unshift((await makeApplication(admin, { company_id: company.id })).id)
    const path = `/applications?company_id=${company.id}&per_page=3`
    const pages: Paginator[] = [await get(path)]
    while (pages.at(-1)!.links.next) {
      const next = new URL(pages.at(-1)!.links.next!)
      expect(next.origin).toBe('http://ops.test')
      pages.push(await get(next.pathname.replace('/api/v1', '') + next.search))
    }
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(newestFirst)
    expect(pages[1]!.meta).toEqual({
      current_page: 2,
      from: 4,
      last_page: 3,
      path: 'http://ops.test/api/v1/applications',
      per_page: 3,
      to: 6,
      total: 7,
    })
    const page = (number: number) =>
      `http://ops.test/api/v1/applications?company_id=${company.id}&per_page=3&page=${number}`
    expect(pages[1]!.links).toEqual({ first: page(1), last: page(3), prev: page(1), next: page(3) })
    expect(pages[0]!.links.prev).toBeNull()
    expect(pages[2]!.links.next).toBeNull()
  })

  it('keeps the query parameters in the links', async () => {
    const { links } = await get('/applications?search=a?b&status=active')
    expect(links.first).toBe('http://ops.test/api/v1/applications?search=a%3Fb&status=active&page=1')
  })

  it('returns an empty page for no results and for a page after the last', async () => {
    const empty = await get('/applications?search=nothing-has-this')
    expect(empty).toMatchObject({ data: [], meta: { from: null, to: null, last_page: 1, total: 0 } })
    const past = await admin.send('GET', '/applications?page=999')
    expect(past.status).toBe(200)
    expect(past.body).toMatchObject({ data: [], meta: { current_page: 999, from: null, to: null } })
  })

  it.each([
    ['per_page', '0', 'The per page field must be at least 1.'],
    ['per_page', '1.5', 'The per page field must be an integer.'],
    ['per_page', '2147483648', 'The per page field must not be greater than 2147483647.'],
    ['page', '0', 'The page field must be at least 1.'],
    ['page', 'x', 'The page field must be an integer.'],
    ['page', '', 'The page field must be an integer.'],
    ['search', '%20', 'The search field must be a string.'],
    ['status', '', expect.stringMatching(/^The selected status is invalid. Allowed: /)],
    ['page', '2147483648', 'The page field must not be greater than 2147483647.'],
    ['page', '9223372036854775808', 'The page field must not be greater than 2147483647.'],
    ['sort', 'colour', expect.stringMatching(/^The selected sort is invalid. Allowed: id, -id, /)],
    ['status', 'x', expect.stringMatching(/^The selected status is invalid. Allowed: /)],
    ['company_id', 'x', 'The company id field must be an integer.'],
    ['without_owner', 'yes', 'The without owner field must be true or false.'],
  ])('rejects %s=%s', async (field, value, sentence) => {
    const { status, body } = await admin.send('GET', `/applications?${field}=${value}`)
    expect(status).toBe(422)
    expect(body).toMatchObject({ message: 'Validation failed.', errors: { [field]: [sentence] } })
  })

  it('returns 15 records per page by default and at most 100', async () => {
    expect((await get('/companies')).meta.per_page).toBe(15)
    expect((await get('/companies?per_page=5000')).meta.per_page).toBe(100)
  })

  it('warns of an unknown query parameter', async () => {
    const { status, body } = await admin.send('GET', '/companies?colour=red')
    expect(status).toBe(200)
    expect(body.warnings).toMatchObject([{ field: 'colour' }])
  })

  it('counts up to 1,000 unless with_total is sent, and always links to the next page', async () => {
    const pool = await world.database.orm.em.getConnection().getNativeClient()
    await pool.query(`insert into contacts (name, created_by, updated_by, position)
      select 'many ' || n, '{"type":"system","id":null,"name":"x"}', '{"type":"system","id":null,"name":"x"}', 'x'
      from generate_series(1, 1001) n`)
    const some = await get('/contacts?search=many&per_page=100&page=10')
    expect(some.meta).toMatchObject({ total: null, last_page: null })
    expect(some.links).toMatchObject({ last: null, next: expect.stringContaining('page=11') })
    const all = await get('/contacts?search=many&per_page=100&page=11&with_total=1')
    expect(all.meta).toMatchObject({ total: 1001, last_page: 11, from: 1001, to: 1001 })
    expect(all.links.next).toBeNull()
  })
})

describe('filters and sort', () => {
  it('apply to applications', async () => {
    const company_id = (await makeCompany(admin)).id
    const own = await makeApplication(manager, { company_id, name: 'Beta 100%_' })
    const fields = { company_id, name: 'alpha', platform: 'web', status: 'draft' }
    const unowned = await makeApplication(admin, fields)
    const base = `/applications?company_id=${company_id}`
    expect(await ids(base)).toEqual([unowned.id, own.id])
    expect(await ids(`${base}&status=draft`)).toEqual([unowned.id])
    expect(await ids(`${base}&platform=IOS`)).toEqual([own.id])
    expect(await ids(`${base}&owner_id=${manager.id}`)).toEqual([own.id])
    expect(await ids(`${base}&without_owner=1`)).toEqual([unowned.id])
    expect(await ids(`${base}&without_owner=0`)).toEqual([unowned.id, own.id])
    expect(await ids(`${base}&search=${encodeURIComponent('100%_')}`)).toEqual([own.id])
    expect(await ids(`${base}&search=ALPHA`)).toEqual([unowned.id])
    expect(await ids(`${base}&search=${own.native_id}`)).toEqual([own.id])
    expect(await ids(`${base}&search=a__ha`)).toEqual([])
    expect(await ids(`${base}&sort=id`)).toEqual([own.id, unowned.id])
    expect(await ids(`${base}&sort=-name`)).toEqual(
      [own, unowned].sort((a, b) => (a.name < b.name ? 1 : -1)).map(({ id }) => id),
    )
    expect(await ids(`${base}&sort=created_at`)).toEqual([own.id, unowned.id])
    const both = await admin.send('GET', `${base}&without_owner=1&owner_id=1`)
    expect(both.body.errors).toEqual({ without_owner: [expect.any(String)] })
  })

  it('apply to the other lists', async () => {
    const company_id = (await makeCompany(manager, { status: 'prospect', legal_name: 'Rare Ltd' })).id
    const application = await makeApplication(admin, { company_id })
    const strategy = await makeStrategy(manager, { company_id, status: 'active' })
    const keyword = await makeKeyword(admin, {
      strategy_id: strategy.id,
      status: 'won',
      keyword: 'rare word',
    })
    const contact = await makeContact(admin, {
      company_id,
      application_id: application.id,
      strategy_id: strategy.id,
      status: 'inactive',
      source: 'import',
      external_id: 'rare',
      email: 'rare@x.test',
    })
    const expected: Record<string, [number, string[]]> = {
      companies: [company_id, ['search=rare', 'status=prospect', `owner_id=${manager.id}`]],
      strategies: [strategy.id, [`company_id=${company_id}`, `owner_id=${manager.id}`, 'status=active']],
      keywords: [
        keyword.id,
        ['status=won', 'search=RARE', `strategy=${strategy.id}`, `strategy_id=${strategy.id}`].concat(
          `company=${company_id}`,
          `company_id=${company_id}`,
        ),
      ],
      contacts: [
        contact.id,
        [
          'status=inactive',
          'source=import',
          'external_id=rare',
          'search=rare@',
          `company_id=${company_id}`,
        ].concat(`application_id=${application.id}`, `strategy_id=${strategy.id}`),
      ],
    }
    await makeKeyword(admin)
    await makeContact(admin)
    await makeStrategy(admin)
    for (const [kind, [id, queries]] of Object.entries(expected))
      for (const query of queries) expect([query, await ids(`/${kind}?${query}`)]).toEqual([query, [id]])
  })
})
