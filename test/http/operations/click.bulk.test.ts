import { beforeAll, describe, expect, it } from 'vitest'
import { atOnce, byStatus, expectValidationErrors, sql } from '../../support/makers.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { statementsOf } from '../../support/statements.ts'
import { type Answer, makeWorld, type World } from '../../support/world.ts'

let world: World
let manager: TestUser
let company: number
let apps: number[]

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

describe('POST /analytics/clicks/bulk', () => {
  const send = (rows: unknown, query = ''): Promise<Answer> => manager.send('POST', bulk + query, { rows })

  it('counts each row once as created, updated or skipped', async () => {
    const day = { date: '2026-02-01' }
    expect((await send([row(day), row({ ...day, app_id: apps[1] })])).body).toEqual({
      created: 2,
      updated: 0,
      skipped: 0,
      errors: [],
    })
    const second = await send([
      row(day),
      row({ ...day, app_id: apps[1], clicks: 9 }),
      row({ ...day, app_id: apps[2] }),
    ])
    expect([second.status, second.body]).toEqual([200, { created: 1, updated: 1, skipped: 1, errors: [] }])
    expect((await stored(day.date)).map(({ clicks }) => clicks)).toEqual([5, 9, 5])
  })

  it('gives each of its statements a minute', async () => {
    const statements = await statementsOf(() => send([row({ date: '2026-02-28' })]))
    expect(statements).toContain(
      'begin isolation level read committed; set local statement_timeout = 60000; set local lock_timeout = 60000',
    )
  })

  it('reports the errors of each invalid row and stores the valid ones', async () => {
    const deletedApp = (
      await manager.send('POST', '/applications', { name: 'Gone', platform: 'web', status: 'active' })
    ).body.data.id
    await manager.send('DELETE', `/applications/${deletedApp}`)
    const day = { date: '2026-02-02' }
    const rows = [
      row({ ...day, clicks: 1 }),
      'not an object',
      null,
      [],
      row({ date: 'yesterday', clicks: -1 }),
      row({ ...day, app_id: 999_999, company_id: 999_998 }),
      row({ ...day, app_id: deletedApp }),
      row({ ...day, clicks: 2 }),
      row({ ...day, status: 'fine' }),
      row({ ...day, app_id: apps[1] }),
      row({ date: 'today', app_id: 999_999, company_id: 'one' }),
    ]
    const { status, body } = await send(rows)
    expect(status).toBe(200)
    expect(body.errors.map(({ row, field, code }: Answer['body']) => [row, field, code])).toEqual([
      [0, null, 'duplicate_in_batch'],
      [1, null, 'invalid'],
      [2, null, 'invalid'],
      [3, null, 'invalid'],
      [4, 'date', 'invalid'],
      [4, 'clicks', 'invalid'],
      [5, 'app_id', 'unknown_app'],
      [5, 'company_id', 'unknown_company'],
      [6, 'app_id', 'unknown_app'],
      [8, 'status', 'invalid'],
      [10, 'date', 'invalid'],
      [10, 'company_id', 'invalid'],
      [10, 'app_id', 'unknown_app'],
    ])
    expect(body.errors[4].message).toBe('The date field must match the format Y-m-d.')
    expect(body).toMatchObject({ created: 2, updated: 0, skipped: 9 })
    expect(await stored(day.date)).toEqual([
      { app_id: apps[0], clicks: 2, status: 'ok' },
      { app_id: apps[1], clicks: 5, status: 'ok' },
    ])
  })

  it('reports the limit of a field and every missing field', async () => {
    const tooLarge = '99999999999999999999'
    const { body } = await send([row({ clicks: tooLarge }), row({ clicks: '', app_id: ' ' })])
    expect(body.errors.map(({ message }: Answer['body']) => message).sort()).toEqual([
      'The app id field is required.',
      'The clicks field is required.',
      'The clicks field must not be greater than 2147483647.',
    ])
    expectValidationErrors(
      await manager.send('POST', '/analytics/clicks', row({ clicks: tooLarge, company_id: '' })),
      {
        clicks: 'The clicks field must not be greater than 2147483647.',
        company_id: 'The company id field is required.',
      },
    )
  })

  it('stores the last valid row of each day, app and company', async () => {
    const day = { date: '2026-02-03' }
    const { body } = await send([
      row({ ...day, clicks: 1 }),
      row({ ...day, clicks: 2 }),
      row({ ...day, clicks: -3 }),
    ])
    expect(body).toMatchObject({ created: 1, updated: 0, skipped: 2 })
    expect((await stored(day.date))[0]?.clicks).toBe(2)
  })

  it('accepts 1 to 10,000 rows and at most 4 MiB', async () => {
    for (const rows of [[], 'rows', undefined]) expect((await send(rows)).body.errors).toHaveProperty('rows')
    expectValidationErrors(await send(Array(10_001).fill({})), {
      rows: 'The rows field must not have more than 10000 items.',
    })
    expectValidationErrors(await send('rows'), { rows: 'The rows field must be an array.' })
    for (const rows of ['', null, undefined])
      expectValidationErrors(await send(rows), { rows: 'The rows field is required.' })
    const { body } = await send(Array(10_000).fill(row({ date: '2026-02-04' })))
    expect(body).toMatchObject({ created: 1, skipped: 9999 })
    const padded = (size: number) => send([row({ date: '2026-02-05', note: 'x'.repeat(size) })])
    expect((await padded(3_900_000)).body).toMatchObject({ created: 1 })
    expect((await padded(4_200_000)).status).toBe(413)
  })

  it('neither deadlocks nor counts a row twice when batches overlap', async () => {
    const days = Array.from({ length: 28 }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`)
    const answers = await atOnce(20, (index) => {
      const rows = days.flatMap((date) => apps.map((app_id) => row({ date, app_id, clicks: 1000 + index })))
      return send(index % 2 ? rows : rows.reverse())
    })
    expect(byStatus(answers)).toEqual({ 200: 20 })
    let created = 0
    for (const { body } of answers) {
      expect(body.created + body.updated + body.skipped).toBe(days.length * apps.length)
      created += body.created
    }
    expect(created).toBe(days.length * apps.length)
    const rows = await sql(
      world,
      `select clicks from clicks where date between '2026-03-01' and '2026-03-28'`,
    )
    expect(rows).toHaveLength(created)
    expect(new Set(rows.map(({ clicks }) => clicks)).size).toBe(1)
  })

  it('replays the answer of a repeated request', async () => {
    const key = { 'idempotency-key': 'a-batch' }
    const rows = [row({ date: '2026-02-06' })]
    const first = await manager.send('POST', bulk, { rows }, key)
    const second = await manager.send('POST', bulk, { rows }, key)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.body).toEqual(first.body)
  })

  it.each(['\0', '\ud800'])(
    'replaces the field name %j, which cannot be stored, in its warning, and replays the answer',
    async (name) => {
      const key = { 'idempotency-key': `a-batch-${name.charCodeAt(0)}` }
      const rows = [row({ date: '2026-02-09', [name]: 1 })]
      const first = await manager.send('POST', bulk, { rows }, key)
      expect([first.status, first.body.warnings[0].field]).toEqual([200, 'rows.0.\ufffd'])
      expect((await manager.send('POST', bulk, { rows }, key)).body).toEqual(first.body)
    },
  )

  it('stores nothing in a dry run', async () => {
    const { body } = await send([row({ date: '2026-02-07' })], '?dry_run=1')

    expect(body).toMatchObject({ created: 1, dry_run: true })
    expect(await stored('2026-02-07')).toEqual([])
  })
})
