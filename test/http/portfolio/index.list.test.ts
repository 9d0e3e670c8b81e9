import { beforeAll, describe, expect, it } from 'vitest'
import { systemProvenance } from '../../../src/record/provenance.ts'
import {
  expectValidationErrors,
  makeAlias,
  makeApp,
  makeProduct,
  root,
  setDatabaseSetting,
  sql,
} from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds, lists } from '../../support/writes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await setDatabaseSetting(world, 'timezone', 'Pacific/Kiritimati')
  await makeAlias(world, 'old-utilities', 'utilities')
  await makeProduct(world, { name: 'Fixed' })
  await makeProduct(world, { name: 'Elsewhere', direction_slug: 'fitness' })
  for (const { make } of kinds) {
    if (make === makeProduct) continue
    for (const title of ['a%b', 'a_b', 'a\\b', 'axb'])
      await make(world, { product_slug: 'fixed', ...(make === makeApp ? { name: title } : { title }) })
  }
  for (const name of ['a%b', 'a_b', 'a\\b', 'axb']) await makeProduct(world, { name })
})

const names = (rows: { title?: string; name?: string }[]) => rows.map(({ title, name }) => title ?? name)

describe.each(lists)('GET $path', ({ path, key }) => {
  const get = async (query: string) => (await world.send('GET', `${path}?${query}`)).body

  it('returns the newest records first, 50 by default, with the paging in meta', async () => {
    const all = await get('')
    const ids = all[key].map(({ id }: { id: number }) => id)
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a))
    expect(all.message).toMatch(/ found\.$/)
    expect(all.meta).toEqual({ total: ids.length, count: ids.length, limit: 50, offset: 0 })
    expect(all.warnings).toBeUndefined()
    const part = await get('limit=2&offset=1')
    expect(part[key]).toEqual(all[key].slice(1, 3))
    expect(part.meta).toEqual({ total: ids.length, count: 2, limit: 2, offset: 1 })
    const tooLarge = 'The offset field must not be greater than 2147483647.'
    expectValidationErrors(await world.send('GET', `${path}?offset=2147483648`), { offset: tooLarge })
    const beyond = await get('offset=1000')
    expect([beyond[key], beyond.meta.total]).toEqual([[], ids.length])
  })

  it('caps limit at 200 and rejects an invalid limit', async () => {
    for (const limit of [201, 5000, '99999999999999999999'])
      expect((await get(`limit=${limit}`)).meta.limit).toBe(200)
    const tooSmall = 'The limit field must be at least 1.'
    const invalid = 'The limit field must be an integer.'
    const sentences = { 0: tooSmall, '-3': tooSmall, abc: invalid, 1.5: invalid, '1e2': invalid }
    for (const [limit, sentence] of Object.entries(sentences))
      expectValidationErrors(await world.send('GET', `${path}?limit=${limit}`), { limit: sentence })
    expectValidationErrors(await world.send('GET', `${path}?limit=1&limit=2&offset=-1&with_total=yes`), {
      limit: invalid,
      offset: 'The offset field must be at least 0.',
      with_total: 'The with total field must be true or false.',
    })
  })

  it('rejects each unknown query parameter and names the allowed ones', async () => {
    const { status, body } = await world.send('GET', `${path}?limit=1&nonsense=1&Limit=3`)
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    const { nonsense, Limit, ...others } = body.errors
    expect(others).toEqual({})
    expect(nonsense).toEqual([
      expect.stringMatching(/^The nonsense field is prohibited\. Allowed: .*\bdirection_slug, .*\blimit, /),
    ])
    expect(Limit).toEqual([nonsense[0].replace('nonsense', 'Limit')])
  })

  it('filters by direction or its legacy slug, and warns of an unknown direction', async () => {
    const current = await get('direction_slug=utilities')
    const legacy = await get('direction_slug=OLD-utilities')
    expect(current[key].length).toBeGreaterThan(0)
    expect(legacy[key]).toEqual(current[key])
    const message = expect.stringContaining('is an old name of "utilities"')
    expect(legacy.warnings).toEqual([{ field: 'direction_slug', message }])
    const unknown = await get('direction_slug=nowhere')
    expect(unknown).toMatchObject({
      [key]: [],
      meta: { total: 0, count: 0 },
      warnings: [
        {
          field: 'direction_slug',
          message: expect.stringContaining('There is no direction with the slug "nowhere".'),
        },
      ],
    })
    // A filter by slug never means an id.
    const digits = await get('direction_slug=1')
    expect([digits[key], digits.warnings?.[0].message]).toEqual([
      [],
      expect.stringContaining('There is no direction with the slug "1".'),
    ])
    const empty = await get('direction_slug=wellness-mental')
    expect([empty[key], empty.warnings]).toEqual([[], undefined])
  })

  it('searches case-insensitively and treats %, _ and \\ as literal characters', async () => {
    for (const [q, found] of [
      ['A%B', 'a%b'],
      ['a_b', 'a_b'],
      ['a\\b', 'a\\b'],
    ])
      expect(names((await get(`q=${encodeURIComponent(q!)}`))[key])).toEqual([found])
    expect((await get('q=%25'))[key]).toHaveLength(1)
    expect((await get('q=nowhere-at-all'))[key]).toEqual([])
    expectValidationErrors(await world.send('GET', `${path}?q=a%00b`), {
      q: 'The q field format is invalid.',
    })
  })
})

describe('the total of a text filter', () => {
  it('is the same on every page', async () => {
    const total = async (limit: number, offset: number) => {
      const { meta } = (await world.send('GET', `${root}/tasks?q=a&limit=${limit}&offset=${offset}`)).body
      return meta.total
    }
    const { tasks } = (await world.send('GET', `${root}/tasks?q=a&limit=200`)).body
    expect(tasks.length).toBeGreaterThan(3)
    for (const limit of [1, tasks.length - 1, tasks.length, tasks.length + 1])
      for (const offset of [0, 1, tasks.length - 1, tasks.length, tasks.length + 1])
        expect([limit, offset, await total(limit, offset)]).toEqual([limit, offset, tasks.length])
    expect((await world.send('GET', `${root}/tasks?q=nowhere`)).body.meta.total).toBe(0)
  })
})

describe.each(lists.filter(({ key }) => key !== 'products'))('GET $path', ({ path, key }) => {
  it('filters by product and warns of an unknown product', async () => {
    expect((await world.send('GET', `${path}?product_slug=FIXED`)).body[key]).toHaveLength(4)
    expect((await world.send('GET', `${path}?product_slug=elsewhere`)).body).toMatchObject({ [key]: [] })
    const { body } = await world.send('GET', `${path}?product_slug=nowhere`)
    expect(body[key]).toEqual([])
    expect(body.warnings).toEqual([
      {
        field: 'product_slug',
        message: expect.stringContaining('There is no product with the slug "nowhere".'),
      },
    ])
  })
})

describe.each(['signals', 'insights', 'economics', 'decisions', 'tasks'])('GET /%s?since', (kind) => {
  it('returns the records created on that UTC day or later', async () => {
    const [row] = await sql(world, `select id from ${kind} order by id limit 1`)
    await sql(world, `update ${kind} set created_at = '2026-03-01T23:00:00Z' where id = $1`, row!.id)
    const found = async (day: string) => {
      const { body } = await world.send('GET', `${root}/${kind}?since=${day}&limit=200`)
      return body[kind].some(({ id }: { id: number }) => id === Number(row!.id))
    }
    expect([await found('2026-02-28'), await found('2026-03-01'), await found('2026-03-02')]).toEqual([
      true,
      true,
      false,
    ])
    for (const [day, why] of [
      ['2026-02-29', ' February 2026 has 28 days.'],
      ...['1999-12-31', '2101-01-01', '2026-1-1', 'today', '20260101'].map((text) => [text, '']),
    ])
      expectValidationErrors(await world.send('GET', `${root}/${kind}?since=${day}`), {
        since: `The since field must match the format Y-m-d.${why}`,
      })
  })
})

describe('meta.total', () => {
  it('is exact up to 1,000, then null unless with_total is sent', async () => {
    const [{ id }] = (await sql(world, `select id from products where slug = 'fixed'`)) as [{ id: number }]
    const more = (rows: number) =>
      sql(
        world,
        `insert into signals (product_id, credential, signal_type, title, created_by, updated_by)
          select $1, 'test', 'risk', 'many', $2, $2 from generate_series(1, $3::int)`,
        id,
        systemProvenance,
        rows,
      )
    const total = async (query: string) =>
      (await world.send('GET', `${root}/signals?q=many&limit=1${query}`)).body.meta.total
    await more(1000)
    expect(await total('')).toBe(1000)
    await more(1)
    expect([await total(''), await total('&with_total=1'), await total('&with_total=0')]).toEqual([
      null,
      1001,
      null,
    ])
  })
})
