import { beforeAll, describe, expect, it } from 'vitest'
import { bindCountedFilter, requestsPerHour } from '../../../../src/journal/request-log/request-statistics.ts'
import { signIn } from '../../../support/admin.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { logRequests } from '../../../support/request-log.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const now = Date.now()
const secondsAgo = (seconds: number) => new Date(now - seconds * 1000).toISOString()
const total = async (filter: object) => {
  const hours = await requestsPerHour(world.database.read, bindCountedFilter(filter, 1000))
  return hours.reduce((sum, { requests }) => sum + requests, 0)
}

let world: World
beforeAll(async () => {
  world = await makeWorld()
  // Creates the partitions.
  await logRequests(world, {})
  // A request every second, the newest with the lowest id.
  await sql(
    world,
    `insert into request_logs (request_id, surface, method, path, status, duration_ms, ip, created_at)
      select 'r', 'http', 'PATCH', '/planted', 200, 5, '::1', '${secondsAgo(0)}'::timestamptz - n * interval '1 second'
      from generate_series(1, 12100) as n`,
  )
})

describe('statistics of what the counts do not have', () => {
  it('count the newest 10,000 requests of the log', async () => {
    expect(await total({ path: 'plant' })).toBe(10_000)
    expect(await total({ path: 'plant', date_from: secondsAgo(9000) })).toBe(9000)
    expect(await total({ path: 'plant', date_to: secondsAgo(101) })).toBe(10_000)
    expect(await total({ path: 'plant', date_to: secondsAgo(10_101) })).toBe(2000)
  })

  it('are exact for a period that begins or ends within a counted one', async () => {
    expect(await total({ date_from: secondsAgo(100), method: 'PATCH' })).toBe(100)
    expect(await total({ date_from: secondsAgo(100), date_to: secondsAgo(51) })).toBe(50)
  })

  it('are limited as the page of the request log says', async () => {
    const browser = await signIn(world, await makePerson(world))
    const page = async (query: string) => (await browser.get(`/admin/api-request-logs${query}`)).body
    expect(await page('?path=plant')).toContain('cover only the newest 10,000 requests that match.')
    expect(await page('?path=none')).not.toContain('10,000 requests')
    expect(await page('')).not.toContain('10,000 requests')
  })
})
