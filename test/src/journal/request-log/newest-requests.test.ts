import { beforeAll, describe, expect, it } from 'vitest'
import { startOfNewest } from '../../../../src/journal/request-log/newest-requests.ts'
import { requestsPerHour } from '../../../../src/journal/request-log/request-statistics.ts'
import { signIn } from '../../../support/admin.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { logRequests } from '../../../support/request-log.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const now = Date.now()
const secondsAgo = (seconds: number) => new Date(now - seconds * 1000).toISOString()
const start = (filter: object) => startOfNewest(world.database.read, filter, 1000)

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
      from generate_series(1, 20100) as n`,
  )
})

describe('the newest requests that statistics read', () => {
  it('are 20,000 of those that the filter selects', async () => {
    const date_from = await start({ method: 'PATCH' })
    expect(date_from).toBe(secondsAgo(20_000))
    const hours = await requestsPerHour(world.database.read, { method: 'PATCH', date_from }, 1000)
    expect(hours.reduce((sum, { requests }) => sum + requests, 0)).toBe(20_000)
    expect(await start({ method: 'PATCH', date_to: secondsAgo(51) })).toBe(secondsAgo(20_050))
  })

  it('are all if there are fewer, or if they are counted', async () => {
    expect(await start({ method: 'PATCH', date_from: secondsAgo(19_999) })).toBeUndefined()
    expect(await start({ method: 'DELETE' })).toBeUndefined()
    expect(await start({ status: '200' })).toBeUndefined()
  })

  it('are named on the page of the request log', async () => {
    const browser = await signIn(world, await makePerson(world))
    const limited = await browser.get('/admin/api-request-logs?method=PATCH')
    expect(limited.body).toContain('cover only the newest 20,000 requests that match, since')
    expect(limited.body).toContain(`date_from=${encodeURIComponent(secondsAgo(20_000))}`)
    expect((await browser.get('/admin/api-request-logs')).body).not.toContain('20,000 requests')
  })
})
