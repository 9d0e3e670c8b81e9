import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Read } from '../../../../src/database/read.ts'
import { listRequestHistory } from '../../../../src/journal/request-log/changes-of-request.ts'
import { readRequest } from '../../../../src/journal/request-log/list-requests.ts'
import { maintainPartitions } from '../../../../src/journal/request-log/request-log.ts'
import { bindCountedFilter, requestsPerHour } from '../../../../src/journal/request-log/request-statistics.ts'
import { makeRule, root, sql } from '../../../support/makers.ts'
import { logRequests } from '../../../support/request-log.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const hourMs = 3_600_000
const now = Date.now()
const thisHour = Math.floor(now / hourMs) * hourMs
const hourAgo = (hours: number) => new Date(thisHour - hours * hourMs).toISOString()

let world: World
beforeAll(async () => {
  // Another hour does not begin while the tests run.
  vi.useFakeTimers({ toFake: ['Date'], now })
  world = await makeWorld()
  for (const days of [1, 3, 5, 7, 9])
    await maintainPartitions(world.database.orm, 30, Date.now() - days * 86_400_000)
  await insert(hourAgo(0), 200, 200, 404, 500)
  await insert(hourAgo(2), ...Array.from({ length: 100 }, () => 200))
  await insert(hourAgo(30), 422)
  await insert(hourAgo(200), 200)
})

afterAll(() => void vi.useRealTimers())

// The durations are 1, 2, 3 and so on.
const insert = (time: string, ...statuses: number[]) =>
  logRequests(
    world,
    ...statuses.map((status, index) => ({
      surface: 'mcp' as const,
      method: 'POST',
      path: '/planted',
      status,
      duration_ms: index + 1,
      created_at: time,
    })),
  )

const perHour = (filter: object = {}) =>
  requestsPerHour(world.database.read, bindCountedFilter({ path: 'lant', ...filter }, 90))

describe('the requests per hour', () => {
  it('cover the last 24 hours, empty hours included', async () => {
    const hours = await perHour()
    expect(hours.map(({ hour }) => hour)).toEqual(
      Array.from({ length: 24 }, (_, index) => hourAgo(23 - index)),
    )
    expect(hours[23]).toEqual({
      hour: hourAgo(0),
      requests: 4,
      errors_4xx: 1,
      errors_5xx: 1,
      avg_duration_ms: 2.5,
      max_duration_ms: 4,
    })
    expect(hours[22]).toEqual({
      hour: hourAgo(1),
      requests: 0,
      errors_4xx: 0,
      errors_5xx: 0,
      avg_duration_ms: null,
      max_duration_ms: null,
    })
    expect(hours[21]).toMatchObject({ requests: 100, avg_duration_ms: 50.5, max_duration_ms: 100 })
  })

  it('are those of a given period, of at most seven days', async () => {
    const period = await perHour({ date_from: hourAgo(31), date_to: hourAgo(2) })
    expect(period.map(({ requests }) => requests)).toEqual([0, 1, ...Array(27).fill(0), 100])
    const week = await perHour({ date_from: hourAgo(300) })
    expect([week.length, week.reduce((sum, { requests }) => sum + requests, 0)]).toEqual([168, 105])
    expect(await perHour({ date_from: '2100-01-01T00:00:00.000Z' })).toEqual([])
  })

  it('have the filters of the request list, and are read by one statement', async () => {
    const total = async (filter: object) =>
      (await perHour(filter)).reduce((sum, { requests }) => sum + requests, 0)
    expect(await total({ status: '404,5xx' })).toBe(2)
    expect(await total({ slow: true })).toBe(11)
    expect(await total({ errors_only: true, surface: 'mcp', method: 'POST' })).toBe(2)
    expect(await total({ surface: 'http' })).toBe(0)
    expect(await statementsOf(() => perHour({ status: '404' }))).toHaveLength(1)
  })
})

describe('a request of the log', () => {
  const read: Read = (statement) => world.database.read(statement)

  it('is read by its id, with the changes that it made', async () => {
    const headers = { 'x-request-id': 'made-a-rule' }
    const body = { title: 'T', rule_type: 'freeze-policy', body: 'B' }
    const { rule } = (await world.send('POST', `${root}/canon-rules`, body, headers)).body
    const logged = () => sql(world, `select id from request_logs where request_id = 'made-a-rule'`)
    await expect.poll(async () => (await logged()).length).toBe(1)
    const request = await readRequest(read, Number((await logged())[0]!.id))
    expect(request).toMatchObject({ request_id: 'made-a-rule', status: 201, user: null })
    expect(await listRequestHistory(read, request)).toMatchObject([
      { record_type: 'canon_rule', record_id: rule.id, event: 'created', request_id: 'made-a-rule' },
    ])
  })

  it('shows no change of another request, even with the same id on another day', async () => {
    await makeRule(world)
    await sql(world, `update history set request_id = 'planted', created_at = now() - interval '1 day'`)
    const [row] = await sql(world, `select id from request_logs where request_id = 'planted' limit 1`)
    expect(await listRequestHistory(read, await readRequest(read, Number(row!.id)))).toEqual([])
  })

  it('that does not exist is not found', async () => {
    await expect(readRequest(read, 987_654_321)).rejects.toMatchObject({ code: 'not_found' })
  })
})
