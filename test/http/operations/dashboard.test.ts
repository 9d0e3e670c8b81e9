import { beforeAll, describe, expect, it } from 'vitest'
import { addPartitions } from '../../support/clicks.ts'
import { sql } from '../../support/makers.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { type Answer, makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
let manager: TestUser
let company: number
const app: Record<string, number> = {}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const get = async (slice: string, caller = admin) =>
  (await caller.send('GET', `/dashboard/${slice}`)).body.data
const recordClicks = (app_id: number | undefined, days: number, clicks: number, status = 'ok') =>
  admin.send('POST', '/analytics/clicks', {
    date: daysAgo(days),
    app_id,
    company_id: company,
    clicks,
    status,
  })

beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world, 'admin')
  manager = await makePerson(world, 'manager')
  company = (await admin.send('POST', '/companies', { name: 'Adnet' })).body.data.id
  const make = async (name: string, caller: TestUser, status = 'active') => {
    app[name] = (await caller.send('POST', '/applications', { name, platform: 'ios', status })).body.data.id
  }
  await make('falling', manager)
  await make('steady', manager)
  await make('silent', manager)
  await make('ownerless', admin, 'paused')
  await make('archived', manager)
  await admin.send('POST', `/applications/${app.archived}/archive`)
  const strategy = (name: string, caller: TestUser, ends_on: string) =>
    caller.send('POST', '/strategies', { name, status: 'active', ends_on })
  await strategy('overdue', manager, daysAgo(3))
  await strategy('ends soon', manager, daysAgo(-5))
  await strategy('of the admin', admin, daysAgo(10))
  await strategy('ends later', manager, daysAgo(-100))
  await recordClicks(app.falling, 8, 100)
  await recordClicks(app.falling, 0, 70)
  await recordClicks(app.falling, 1, 500, 'rejected')
  await recordClicks(app.steady, 7, 100)
  await recordClicks(app.steady, 6, 71)
  await recordClicks(app.steady, 14, 1000)
})

describe('GET /dashboard/summary', () => {
  it('returns the counts and the clicks of two weeks', async () => {
    expect(await get('summary')).toEqual({
      applications: { total: 5, active: 3, archived: 1, without_owner: 1 },
      companies: { total: 1, active: 1 },
      contacts: { total: 0 },
      strategies: { total: 4, active: 4 },
      keywords: { total: 0, active: 0 },
      clicks: { today: 70, last_7_days: 141, previous_7_days: 200, change_percent: -29.5 },
      generated_at: expect.stringMatching(/Z$/),
    })
  })

  it('returns zeros, no percentage and empty lists for an empty database', async () => {
    const caller = await makePerson(await makeWorld(), 'user')
    const { body } = await caller.send('GET', '/dashboard/summary')
    expect(body.data.clicks).toEqual({ today: 0, last_7_days: 0, previous_7_days: 0, change_percent: null })
    expect((await caller.send('GET', '/dashboard/attention')).body.data).toEqual([])
    expect((await caller.send('GET', '/dashboard/focus')).body.data).toEqual([])
  })
})

describe('GET /dashboard/attention', () => {
  it('returns the problems that need attention, most severe first', async () => {
    const items = await get('attention')
    expect(items.map(({ type, severity, entity }: Answer['body']) => [type, severity, entity.name])).toEqual([
      ['clicks_drop', 'high', 'falling'],
      ['application_without_clicks', 'high', 'silent'],
      ['strategy_overdue', 'medium', 'of the admin'],
      ['strategy_overdue', 'medium', 'overdue'],
      ['clicks_rejected', 'medium', 'falling'],
      ['application_without_owner', 'low', 'ownerless'],
    ])
    expect(items[0]).toEqual({
      type: 'clicks_drop',
      severity: 'high',
      title: '"falling" lost 30% of its clicks in a week.',
      entity: { type: 'application', id: app.falling, name: 'falling' },
      since: `${daysAgo(7)}T00:00:00.000Z`,
    })
    expect(await get('attention', manager)).toEqual(items)
  })

  it('returns the most severe of one type when there are more than fifty', async () => {
    const world = await makeWorld()
    const caller = await makePerson(world, 'admin')
    await caller.send('POST', '/companies', { name: 'Adnet' })
    await sql(
      world,
      `insert into applications (name, platform, status, native_id, created_by, updated_by)
      select 'falls ' || n, 'ios', 'active', 'falls-' || n, created_by, created_by
      from generate_series(1, 60) as n, companies`,
    )
    await addPartitions(world, daysAgo(8), daysAgo(1))
    await sql(
      world,
      `insert into clicks (date, app_id, company_id, clicks, created_by, updated_by)
      select (now() at time zone 'utc')::date - days, applications.id, companies.id,
        case when days > 6 then 100 when applications.id % 10 = 0 then 10 else 65 end,
        companies.created_by, companies.created_by
      from applications, companies, (values (8), (1)) as day (days)`,
    )
    const { data } = (await caller.send('GET', '/dashboard/attention')).body
    const severities = data.map(({ severity }: Answer['body']) => severity)
    expect(severities).toEqual([...Array(6).fill('critical'), ...Array(44).fill('high')])
  })

  it('returns at most fifty problems', async () => {
    await sql(
      world,
      `insert into applications (name, platform, status, native_id, created_by, updated_by)
      select 'many ' || n, 'ios', 'draft', 'many-' || n, created_by, created_by
      from generate_series(1, 80) as n, (select created_by from companies limit 1) as author`,
    )
    const items = await get('attention')
    expect(items).toHaveLength(50)
    expect(items[0].type).toBe('clicks_drop')
    await sql(world, `delete from applications where name like 'many %'`)
  })
})

describe('GET /dashboard/focus', () => {
  const names = (items: Answer['body'][]) => items.map(({ type, entity }) => [type, entity.name])

  it('returns a manager only their own records', async () => {
    const items = await get('focus', manager)
    expect(names(items)).toEqual([
      ['strategy_due', 'overdue'],
      ['strategy_due', 'ends soon'],
      ['clicks_drop', 'falling'],
      ['application_without_clicks', 'silent'],
    ])
    expect(items[0]).toEqual({
      type: 'strategy_due',
      title: 'overdue',
      reason: `It should have ended on ${daysAgo(3)}.`,
      entity: { type: 'strategy', id: expect.any(Number), name: 'overdue' },
      due_on: daysAgo(3),
    })
    expect(await get('focus', await makePerson(world, 'manager'))).toEqual([])
  })

  it('returns other roles all records, their own first', async () => {
    expect(names(await get('focus'))[0]).toEqual(['strategy_due', 'of the admin'])
    const id = app.silent
    await admin.send('PATCH', `/applications/${id}`, { owner_id: admin.id })
    expect(names(await get('focus'))[0]).toEqual(['application_without_clicks', 'silent'])
    await admin.send('PATCH', `/applications/${id}`, { owner_id: manager.id })
  })
})

describe('access to the dashboard', () => {
  it('requires dashboard:read, whatever the role', async () => {
    const adminWithoutAbility = await makePerson(world, 'admin', { able: ['apps:read'] })
    const user = await makePerson(world, 'user', { able: ['dashboard:read'] })
    for (const slice of ['summary', 'attention', 'focus']) {
      expect((await adminWithoutAbility.send('GET', `/dashboard/${slice}`)).body.required_ability).toBe(
        'dashboard:read',
      )
      expect((await user.send('GET', `/dashboard/${slice}`)).status).toBe(200)
      expect((await user.send('POST', `/dashboard/${slice}`)).status).toBe(405)
    }
  })
})
