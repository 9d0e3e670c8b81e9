import { beforeAll, describe, expect, it } from 'vitest'
import { makePerson, type TestUser } from '../../support/people.ts'
import { noteStatementLimits } from '../../support/statement-limits.ts'
import { type Answer, makeWorld, type World } from '../../support/world.ts'

let world: World
let manager: TestUser
let ids: { app_id: number; company_id: number }

beforeAll(async () => {
  world = await makeWorld()
  manager = await makePerson(world, 'manager')
  const app = { name: 'Fit', platform: 'ios', status: 'active' }
  ids = {
    company_id: (await manager.send('POST', '/companies', { name: 'Adnet' })).body.data.id,
    app_id: (await manager.send('POST', '/applications', app)).body.data.id,
  }
})

const row = (changes: object = {}) => ({ date: '2026-01-01', ...ids, clicks: 5, ...changes })
const send = (rows: unknown): Promise<Answer> => manager.send('POST', '/analytics/clicks/bulk', { rows })

describe('the answer of POST /analytics/clicks/bulk', () => {
  it('lists the first 500 errors, then the number of the others; the counts stay exact', async () => {
    const day = { date: '2026-02-08' }
    const { body } = await send([...Array(600).fill({ ...day, app_id: 999_999 }), row(day), row(day)])
    expect(body).toMatchObject({ created: 1, updated: 0, skipped: 601 })
    expect(body.errors).toHaveLength(501)
    // Each of the rows has three errors, one of the valid rows is a duplicate.
    expect(body.errors[499]).toMatchObject({ row: 166, field: 'clicks' })
    expect(body.errors[500]).toEqual({ row: null, field: null, code: 'more', message: 'and 1301 more' })
    const exact = (await send([...Array(500).fill(1), row(day)])).body
    expect([exact.errors.length, exact.errors[499].row, exact.skipped]).toEqual([500, 499, 501])
  })

  it('names the first 50 unknown fields of all rows and counts the others', async () => {
    const named = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`k${from + index}`, 1]))
    const { body } = await send([1, named(0, 30), row(named(20, 120)), named(0, 130)])
    const fields = body.warnings.map(({ field }: { field: string }) => field)
    expect([fields.length, fields[29], fields[30], fields[49], fields[50]]).toEqual([
      51,
      'rows.1.k29',
      'rows.2.k30',
      'rows.2.k49',
      '…',
    ])
    expect(body.warnings[50].message).toContain('and 80 more fields')
  })
})

it('gives each statement of a batch a minute, and that of a single row the usual limit', async () => {
  const limits = await noteStatementLimits(world.url, 'clicks')
  expect((await send([row({ date: '2026-05-01' })])).status).toBe(200)
  expect((await manager.send('POST', '/analytics/clicks', row({ date: '2026-05-02' }))).status).toBe(201)
  expect(await limits()).toEqual(['1min', '9500ms'])
})
