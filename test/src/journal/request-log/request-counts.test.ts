import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Read } from '../../../../src/database/read.ts'
import { frequentRequests } from '../../../../src/journal/request-log/frequent-requests.ts'
import { maintainPartitions } from '../../../../src/journal/request-log/partitions.ts'
import { countTables } from '../../../../src/journal/request-log/request-counts.ts'
import { RequestLog } from '../../../../src/journal/request-log/request-log.ts'
import type { NewRequestRow } from '../../../../src/journal/request-log/request-row.ts'
import { requestsPerHour } from '../../../../src/journal/request-log/request-statistics.ts'
import {
  type RequestSummary,
  summarizeRequests,
} from '../../../../src/journal/request-log/request-summary.ts'
import { sql } from '../../../support/makers.ts'
import { logRequests } from '../../../support/request-log.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]
const [periodMs, dayMs] = [hourMs / 2, 24 * hourMs]
// Neither the start of a period nor that of an hour.
const now = Math.floor(Date.now() / hourMs) * hourMs - 3 * minuteMs - 123

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await maintainPartitions(world.database.orm, 30, now - dayMs)
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterAll(() => {
  vi.useRealTimers()
})

const startOfMinute = (time: number) => Math.floor(time / minuteMs) * minuteMs

// The edges of the 24 hours and of the first whole period in them, and any time of the last 25 hours.
const firstMinute = startOfMinute(now - dayMs)
const firstPeriod = Math.ceil((now - dayMs) / periodMs) * periodMs
const time = fc.oneof(
  fc.constantFrom(now, firstMinute - 1, firstMinute, firstPeriod - 1, firstPeriod),
  fc.integer({ min: now - 25 * hourMs, max: now }),
)
const user = fc.constantFrom(
  { user_id: null, user_name: null },
  { user_id: 1, user_name: 'Anna' },
  { user_id: 1, user_name: 'Anna Renamed' },
  { user_id: 2, user_name: 'Boris' },
)
const token = fc.constantFrom(
  { token_id: null, token_name: null },
  { token_id: 1, token_name: 'Store agent' },
  { token_id: 1, token_name: 'Store agent, renamed' },
  { token_id: 2, token_name: 'Dashboard' },
)
const request = fc
  .record({
    method: fc.constantFrom('GET', 'POST'),
    path: fc.constantFrom('/api/a', '/api/b/1', '/api/b/2', '/api/unknown'),
    status: fc.constantFrom(200, 201, 403, 404, 422, 500, 503),
    duration_ms: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 90_000 })),
    user,
    token,
    created_at: time.map((at) => new Date(at).toISOString()),
  })
  .map(({ user, token, ...fields }): Partial<NewRequestRow> => {
    const route = fields.path === '/api/unknown' ? null : fields.path.replace(/\d/, ':id')
    return { ...fields, ...user, ...token, route }
  })

const isoTime = time.map((at) => new Date(at).toISOString())
const filters = fc.record({
  status: fc.constantFrom(undefined, '404', '4xx', '5xx,403'),
  errors_only: fc.constantFrom(undefined, true),
  date_from: fc.option(isoTime, { nil: undefined }),
  date_to: fc.option(isoTime, { nil: undefined }),
})

describe('the counts of requests', () => {
  it('give the summary that a scan of the last 24 hours gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 40 }), async (requests) => {
        await logRequests(world, ...requests)
        expect(await summarizeRequests(newRead())).toEqual(await scan())
        // Then the window begins soon after the start of a period. A name may be one of that period.
        vi.setSystemTime(now + 8 * minuteMs)
        const scanned = await scan()
        const top_user = scanned.top_user && { ...scanned.top_user, name: expect.any(String) }
        expect(await summarizeRequests(newRead())).toEqual({ ...scanned, top_user })
        vi.setSystemTime(now)
      }),
      { numRuns: 15 },
    )
  })

  it('of the day before are read once a minute, and again after a fault', async () => {
    let reads = 0
    let isFailing = true
    const read = ((statement) => {
      reads++
      return isFailing ? Promise.reject(new Error('no connection')) : world.database.read(statement)
    }) as Read
    await expect(summarizeRequests(read)).rejects.toThrow('no connection')
    isFailing = false
    const summary = await summarizeRequests(read)
    expect(summary).toEqual(await scan())
    expect(reads).toBe(3)
    vi.setSystemTime(startOfMinute(now) + minuteMs - 1)
    expect(await summarizeRequests(read)).toEqual(summary)
    expect(reads).toBe(4)
    vi.setSystemTime(startOfMinute(now) + minuteMs)
    expect(await summarizeRequests(read)).toEqual(await scan())
    expect(reads).toBe(6)
    vi.setSystemTime(now)
  })

  it('give the statistics that the rows give, for any period and status', async () => {
    const read = world.database.read
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        // A filter by path reads the rows.
        const ofRows = await requestsPerHour(read, { ...filter, path: '/api/' }, 1000)
        expect(await requestsPerHour(read, filter, 1000)).toEqual(ofRows)
      }),
      { numRuns: 40 },
    )
  })

  it('give the most frequent requests that the rows give, for any period, status, method and token', async () => {
    const read = world.database.read
    const ofToken = fc.record({
      method: fc.constantFrom(undefined, 'GET'),
      token_id: fc.constantFrom(undefined, 1),
    })
    await fc.assert(
      fc.asyncProperty(filters, ofToken, async (filter, others) => {
        const ofRows = await frequentRequests(read, { ...filter, ...others, path: '/api/' }, 1000)
        expect(await frequentRequests(read, { ...filter, ...others }, 1000)).toEqual(ofRows)
      }),
      { numRuns: 40 },
    )
  })

  it('are complete when several processes log the same endpoints at once', async () => {
    const drops: number[] = []
    const { orm, read } = world.database
    const logs = [0, 1, 2].map(
      () => new RequestLog({ orm, read, retentionDays: 30, onDropped: (rows) => drops.push(rows) }),
    )
    const requests = fc.sample(request, 400).map((fields, index) => ({
      ...{ request_id: `many-${index}`, surface: 'http', tool: null, ip: '::1' },
      ...{ user_agent: null },
      ...fields,
    })) as NewRequestRow[]
    // Each process has another order, which must not make two of them wait for each other.
    for (const [index, log] of logs.entries())
      for (const row of index % 2 ? requests.toReversed() : requests) log.add(row)
    await Promise.all(logs.map((log) => log.close()))
    expect(drops).toEqual([])
    expect(await summarizeRequests(newRead())).toEqual(await scan())
  })

  it('are deleted with the requests of their day', async () => {
    const old = now - 40 * dayMs
    await maintainPartitions(world.database.orm, 60, old)
    await logRequests(world, { user_id: 1, created_at: new Date(old).toISOString() })
    const counted = async () => {
      const counts = countTables.map((name) =>
        sql(world, `select period from ${name} where period < $1`, new Date(old + dayMs)),
      )
      return (await Promise.all(counts)).map((rows) => rows.length)
    }
    await maintainPartitions(world.database.orm, 40, now)
    expect(await counted()).toEqual(countTables.map(() => 1))
    await maintainPartitions(world.database.orm, 39, now)
    expect(await counted()).toEqual(countTables.map(() => 0))
  })
})

// Requests of a day ago are read once a minute for each `Read`.
const newRead = (): Read => (statement) => world.database.read(statement)

// The summary computed from every row since the start of a minute.
async function scan() {
  const [row] = await world.database.read<RequestSummary>({
    text: `with recent as (select *, coalesce(route, path) as endpoint from request_logs where created_at >= $1)
      select '24h' as window, count(*) as requests,
        count(*) filter (where status between 400 and 499) as errors_4xx,
        count(*) filter (where status >= 500) as errors_5xx,
        round(avg(duration_ms), 1) as avg_duration_ms,
        (select json_build_object('method', method, 'path', endpoint, 'count', count(*))
          from recent group by method, endpoint order by count(*) desc, method, endpoint limit 1) as top_endpoint,
        (select json_build_object('id', user_id, 'name', max(user_name), 'count', count(*))
          from recent where user_id is not null group by user_id order by count(*) desc, user_id limit 1) as top_user
      from recent`,
    values: [new Date(startOfMinute(Date.now() - dayMs)).toISOString()],
  })
  return row!
}
