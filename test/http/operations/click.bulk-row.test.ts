import { beforeAll, describe, expect, it } from 'vitest'
import { makePerson, type TestUser } from '../../support/people.ts'
import { type Answer, makeWorld } from '../../support/world.ts'

let manager: TestUser
let company: number
let app: number

const bulk = '/analytics/clicks/bulk'

beforeAll(async () => {
  const world = await makeWorld()
  manager = await makePerson(world, 'manager')
  company = (await manager.send('POST', '/companies', { name: 'Adnet' })).body.data.id
  app = (await manager.send('POST', '/applications', { name: 'Fit', platform: 'ios', status: 'active' })).body
    .data.id
})

const row = (changes: object = {}) => ({
  date: '2026-01-01',
  app_id: app,
  company_id: company,
  clicks: 5,
  ...changes,
})
const send = (rows: unknown): Promise<Answer> => manager.send('POST', bulk, { rows })

describe('a row of POST /analytics/clicks/bulk', () => {
  it('reports an id that no record can have as unknown', async () => {
    const maxBigint = '9223372036854775807'
    const { body } = await send([
      row({ app_id: maxBigint, company_id: maxBigint }),
      row({ app_id: 0 }),
      row({ company_id: -1 }),
    ])
    expect(body.errors).toEqual([
      { row: 0, field: 'app_id', code: 'unknown_app', message: 'The selected app id is invalid.' },
      {
        row: 0,
        field: 'company_id',
        code: 'unknown_company',
        message: 'The selected company id is invalid.',
      },
      { row: 1, field: 'app_id', code: 'unknown_app', message: 'The selected app id is invalid.' },
      {
        row: 2,
        field: 'company_id',
        code: 'unknown_company',
        message: 'The selected company id is invalid.',
      },
    ])
  })

  it('warns once of each ignored field, also in a replayed answer', async () => {
    const day = { date: '2026-02-08' }
    const rows = [
      row(day),
      'not an object',
      row({ ...day, staus: 'pending', id: 1 }),
      row({ ...day, staus: 'x' }),
    ]
    const key = { 'idempotency-key': 'misspelt' }
    const first = await manager.send('POST', bulk, { rows }, key)
    expect(first.body.warnings).toEqual(
      ['rows.2.staus', 'rows.2.id'].map((field) => ({
        field,
        message: `The field "${field}" is unknown or read-only and was ignored.`,
      })),
    )
    expect((await manager.send('POST', bulk, { rows }, key)).body).toEqual(first.body)
  })
})
