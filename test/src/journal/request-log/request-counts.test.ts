import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runStatement } from '../../../../src/database/transaction.ts'
import { maintainPartitions, RequestLog } from '../../../../src/journal/request-log/request-log.ts'
import type { NewRequestRow } from '../../../../src/journal/request-log/request-row.ts'
import {
  bindCountedFilter,
  frequentRequests,
  type RequestSummary,
  requestsPerHour,
  summarizeRequests,
} from '../../../../src/journal/request-log/request-statistics.ts'
import { sql } from '../../../support/makers.ts'
import { logRequests } from '../../../support/request-log.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const hourMs = 3_600_000
const [periodMs, dayMs] = [hourMs / 2, 24 * hourMs]
// Neither the start of a period nor that of an hour.
const now = Math.floor(Date.now() / hourMs) * hourMs - 180_123

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await maintainPartitions(world.database.orm, 30, now - dayMs)
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterAll(() => {
  vi.useRealTimers()
})

// The window begins with the period in which the time a day ago is.
const firstPeriod = Math.floor((now - dayMs) / periodMs) * periodMs
const time = fc.oneof(
  fc.constantFrom(now, firstPeriod - 1, firstPeriod),
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

const startOfPeriod = fc
  .integer({ min: 0, max: 50 })
  .map((count) => new Date(firstPeriod + (count - 1) * periodMs).toISOString())
const filters = fc.record({
  status: fc.constantFrom(undefined, '404', '4xx', '5xx,403'),
  errors_only: fc.constantFrom(undefined, true),
  method: fc.constantFrom(undefined, 'GET'),
  user_id: fc.constantFrom(undefined, 1),
  token: fc.constantFrom(undefined, 1),
  date_from: fc.option(startOfPeriod, { nil: undefined }),
  date_to: fc.option(
    startOfPeriod.map((start) => new Date(Date.parse(start) - 1).toISOString()),
    { nil: undefined },
  ),
})

describe('the counts of requests', () => {
  it('give the summary that a scan of the last 24 hours gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 40 }), async (requests) => {
        await logRequests(world, ...requests)
        expect(await summarizeRequests(world.database.read)).toEqual(await scan())
      }),
      { numRuns: 15 },
    )
  })

  it('have the same statistics as the rows, for each filter that the counts can answer', async () => {
    const read = world.database.read
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const counts = bindCountedFilter(filter, 1000)
        const rows = bindCountedFilter({ ...filter, path: '/api/' }, 1000)
        expect([counts.from_log, rows.from_log]).toEqual([undefined, true])
        expect(await requestsPerHour(read, counts)).toEqual(await requestsPerHour(read, rows))
        expect(await frequentRequests(read, counts)).toEqual(await frequentRequests(read, rows))
      }),
      { numRuns: 60 },
    )
  })

  it('are complete when several processes log the same endpoints at once', async () => {
    const drops: number[] = []
    const { orm } = world.database
    const run = (statement: { text: string; values: unknown[] }) => runStatement(orm, statement)
    const logs = [0, 1, 2].map(
      () => new RequestLog({ orm, run, retentionDays: 30, onDropped: (rows) => drops.push(rows) }),
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
    expect(await summarizeRequests(world.database.read)).toEqual(await scan())
  })

  it('are deleted with the requests of their day', async () => {
    const old = now - 40 * dayMs
    await maintainPartitions(world.database.orm, 60, old)
    await logRequests(world, { user_id: 1, created_at: new Date(old).toISOString() })
    const counted = async () =>
      (await sql(world, 'select period from request_counts where period < $1', new Date(old + dayMs))).length
    await maintainPartitions(world.database.orm, 40, now)
    expect(await counted()).toBe(1)
    await maintainPartitions(world.database.orm, 39, now)
    expect(await counted()).toBe(0)
  })
})

// The summary computed from every row.
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
    values: [new Date(firstPeriod).toISOString()],
  })
  return row!
}
