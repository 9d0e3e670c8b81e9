import { beforeAll, describe, expect, it } from 'vitest'
import { atOnce, byStatus, expectValidationErrors, sql } from '../../support/makers.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { type Answer, makeWorld, type World } from '../../support/world.ts'

let world: World
let manager: TestUser
let company: number
let apps: number[]

const clicks = '/analytics/clicks'
const bulk = '/analytics/clicks/bulk'

beforeAll(async () => {
  world = await makeWorld()
  manager = await makePerson(world, 'manager')
  company = (await manager.send('POST', '/companies', { name: 'Adnet' })).body.data.id
  apps = []
  for (const name of ['Scanner', 'Calm', 'Fit'])
    apps.push(
      (await manager.send('POST', '/applications', { name, platform: 'ios', status: 'active' })).body.data.id,
    )
})

const row = (changes: object = {}) => ({
  date: '2026-01-01',
  app_id: apps[0],
  company_id: company,
  clicks: 5,
  ...changes,
})
const stored = async (date: string) =>
  sql(world, 'select app_id::int, clicks, status from clicks where date = $1 order by app_id', date)

describe('POST /analytics/clicks', () => {
  it('stores the clicks of a day and replaces the stored ones', async () => {
    const first = await manager.send('POST', clicks, row())
    expect(first.status).toBe(201)
    expect(first.body.data).toEqual({
      id: expect.any(Number),
      ...row(),
      status: 'ok',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    const second = await manager.send('POST', clicks, row({ clicks: '7', status: 'PENDING' }))
    expect(second.status).toBe(200)
    expect(second.body.data).toMatchObject({ id: first.body.data.id, clicks: 7, status: 'pending' })
    const third = await manager.send('POST', clicks, row({ clicks: 7, status: 'pending' }))
    expect([third.status, third.body.data]).toEqual([200, second.body.data])
  })

  it('reports every invalid field at once', async () => {
    expectValidationErrors(await manager.send('POST', clicks, {}), {
      date: 'The date field is required.',
      app_id: 'The app id field is required.',
      company_id: 'The company id field is required.',
      clicks: 'The clicks field is required.',
    })
    expectValidationErrors(
      await manager.send('POST', clicks, {
        date: '2026-02-30',
        app_id: 1.5,
        company_id: true,
        clicks: 2_147_483_648,
        status: 'good',
      }),
      {
        date: 'The date field must match the format Y-m-d. February 2026 has 28 days.',
        app_id: 'The app id field must be an integer.',
        company_id: 'The company id field must be an integer.',
        clicks: 'The clicks field must not be greater than 2147483647.',
        status: 'The selected status is invalid. Allowed: ok, pending, suspicious, rejected.',
      },
    )
    expectValidationErrors(await manager.send('POST', clicks, row({ clicks: -1 })), {
      clicks: 'The clicks field must be at least 0.',
    })
    expectValidationErrors(
      await manager.send('POST', clicks, row({ app_id: 999_999, company_id: 999_999 })),
      {
        app_id: 'The selected app id is invalid.',
        company_id: 'The selected company id is invalid.',
      },
    )
  })

  it('stores one row for 20 concurrent requests about one day', async () => {
    const answers = await atOnce(20, (index) =>
      manager.send('POST', clicks, row({ date: '2026-01-02', clicks: index })),
    )
    expect(byStatus(answers)).toEqual({ 200: 19, 201: 1 })
    expect(await stored('2026-01-02')).toHaveLength(1)
  })

  it('stores nothing in a dry run', async () => {
    const { status, body } = await manager.send('POST', `${clicks}?dry_run=1`, row({ date: '2026-01-03' }))
    expect([status, body.dry_run]).toEqual([200, true])
    expect(body.data).not.toHaveProperty('id')
    const existing = await manager.send('POST', `${clicks}?dry_run=1`, row({ date: '2026-01-02' }))
    expect(existing.body).toMatchObject({ dry_run: true, data: { id: expect.any(Number) } })
    expect(await stored('2026-01-03')).toEqual([])
  })
})

describe('access to clicks', () => {
  it('requires the ability, and for writes also the role and an active account', async () => {
    const user = await makePerson(world, 'user')
    const inactive = await makePerson(world, 'manager', { status: 'inactive' })
    const reader = await makePerson(world, 'admin', { able: ['analytics:read'] })
    const writer = await makePerson(world, 'admin', { able: ['analytics:write'] })
    const adminWithoutAbility = await makePerson(world, 'admin', { able: ['apps:read'] })
    for (const path of [clicks, bulk]) {
      for (const caller of [user, inactive, reader, adminWithoutAbility])
        expect((await caller.send('POST', path, {})).status).toBe(403)
      expect((await writer.send('POST', path, {})).status).toBe(422)
      expect((await world.send('POST', `/api/v1${path}`, {})).status).toBe(401)
    }
    for (const caller of [user, inactive, reader, writer])
      expect((await caller.send('GET', clicks)).status).toBe(200)
    expect((await adminWithoutAbility.send('GET', clicks)).body.required_ability).toBe('analytics:read')
  })
})

describe('GET /analytics/clicks', () => {
  it('applies each filter and returns the newest day first', async () => {
    await sql(world, 'delete from clicks')
    const rows = ['2026-04-01', '2026-04-03', '2026-04-02'].flatMap((date) =>
      apps.map((app_id) => row({ date, app_id })),
    )
    await manager.send('POST', bulk, { rows: [...rows, row({ date: '2026-04-04', status: 'suspicious' })] })
    const dates = async (query: string) =>
      (await manager.send('GET', `${clicks}?${query}`)).body.data.map(({ date }: Answer['body']) =>
        date.slice(-2),
      )
    expect(await dates(`app_id=${apps[0]}`)).toEqual(['04', '03', '02', '01'])
    expect(await dates(`company_id=${company}&app_id=${apps[1]}`)).toEqual(['03', '02', '01'])
    expect(await dates('company_id=999999')).toEqual([])
    expect(await dates('status=suspicious')).toEqual(['04'])
    expect(await dates(`date_from=2026-04-02&date_to=2026-04-03&app_id=${apps[2]}`)).toEqual(['03', '02'])
    expectValidationErrors(
      await manager.send('GET', `${clicks}?date_from=2026-04-02&date_to=2026-04-01&status=x`),
      {
        status: 'The selected status is invalid. Allowed: ok, pending, suspicious, rejected.',
        date_to: 'The date to field must be a date after or equal to date from.',
      },
    )
  })

  it('pages by number and by cursor, with each row once', async () => {
    const byNumber = (await manager.send('GET', `${clicks}?per_page=100`)).body
    expect(byNumber.meta).toMatchObject({ total: 10, current_page: 1, last_page: 1, next_cursor: null })
    const byCursor: unknown[] = []
    let url: string = `${clicks}?per_page=3&status=ok`
    let page = (await manager.send('GET', url)).body
    byCursor.push(...page.data)
    while (page.meta.next_cursor) {
      url = `${clicks}?per_page=3&status=ok&cursor=${page.meta.next_cursor}`
      page = (await manager.send('GET', url)).body
      expect(page.meta).toMatchObject({ current_page: null, from: null, to: null, last_page: 3, total: 9 })
      expect(page.links).toMatchObject({
        last: `http://ops.test/api/v1${clicks}?per_page=3&status=ok&page=3`,
        prev: null,
      })
      byCursor.push(...page.data)
    }
    expect(byCursor).toEqual(byNumber.data.filter(({ status }: Answer['body']) => status === 'ok'))
    expectValidationErrors(await manager.send('GET', `${clicks}?cursor=MjAyNi0wNC0wMS4x&page=2`), {
      cursor: 'The cursor field is prohibited when page is given.',
    })
    expectValidationErrors(
      await manager.send(
        'GET',
        `${clicks}?cursor=invalid
`,
      ),
      {
        cursor: 'The selected cursor is invalid.',
      },
    )
  })
})
