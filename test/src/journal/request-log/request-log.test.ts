import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runStatement } from '../../../../src/database/transaction.ts'
import { maintainPartitions, RequestLog } from '../../../../src/journal/request-log/request-log.ts'
import type { NewRequestRow } from '../../../../src/journal/request-log/request-row.ts'
import { atOnce, sql } from '../../../support/makers.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const row = (request_id: string, created_at = new Date().toISOString()): NewRequestRow => ({
  request_id,
  surface: 'http',
  method: 'GET',
  path: '/api/test',
  route: null,
  tool: null,
  status: 200,
  duration_ms: 1,
  ip: '127.0.0.1',
  user_id: null,
  user_name: null,
  token_id: null,
  token_name: null,
  user_agent: null,
  client: null,
  trace_id: null,
  created_at,
})

const stored = async (request_id: string) =>
  (await sql(world, 'select id from request_logs where request_id = $1', request_id)).length
const partitions = async () =>
  (
    await sql(
      world,
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'request_logs'::regclass order by 1`,
    )
  ).map(({ name }) => name)
const dayOf = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')

type Run = ConstructorParameters<typeof RequestLog>[0]['run']

function open(run: Run = (statement) => runStatement(world.database.orm, statement)) {
  const drops: number[] = []
  const { orm } = world.database
  const log = new RequestLog({ orm, run, retentionDays: 30, onDropped: (rows) => drops.push(rows) })
  return { log, dropped: () => drops.reduce((sum, rows) => sum + rows, 0) }
}

describe('the request log', () => {
  it('writes its rows', async () => {
    const { log } = open()
    log.add(row('soon'))
    await expect.poll(() => stored('soon')).toBe(1)
    await log.close()
  })

  it('writes all remaining rows when it is closed', async () => {
    const { log, dropped } = open()
    for (let count = 0; count < 2500; count++) log.add(row('at the end'))
    await log.close()
    expect([await stored('at the end'), dropped()]).toEqual([2500, 0])
  })

  it('keeps its rows while the database does not answer', async () => {
    let away = true
    const { log, dropped } = open(async (statement) => {
      if (away) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
      return runStatement(world.database.orm, statement)
    })
    log.add(row('patient'))
    await log.flush()
    expect([await stored('patient'), dropped()]).toEqual([0, 0])
    away = false
    await log.close()
    expect([await stored('patient'), dropped()]).toEqual([1, 0])
  })

  it('drops and counts rows beyond its capacity', async () => {
    const { log, dropped } = open(async () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    })
    for (let count = 0; count < 20_007; count++) log.add(row('too many'))
    expect(dropped()).toBe(7)
    await log.close()
    expect(dropped()).toBe(20_007)
  })

  it('drops a batch that the database rejects, and continues', async () => {
    const { log, dropped } = open()
    log.add({ ...row('bad'), status: 100_000 })
    await log.flush()
    log.add(row('good'))
    await log.close()
    expect([await stored('bad'), await stored('good'), dropped()]).toEqual([0, 1, 1])
  })

  it('drops after a long outage only rows of days without a partition', async () => {
    const { log, dropped } = open()
    log.add(row('too old', new Date(Date.now() - 3 * 86_400_000).toISOString()))
    for (let count = 0; count < 20; count++) log.add(row('of now'))
    await log.close()
    expect([await stored('too old'), await stored('of now'), dropped()]).toEqual([0, 20, 1])
  })

  it('creates a missing partition', async () => {
    await sql(world, `drop table request_logs_${dayOf(0)}`)
    const { log, dropped } = open()
    await log.flush()
    await sql(world, `drop table if exists request_logs_${dayOf(0)}`)
    log.add(row('homeless'))
    await log.close()
    expect([await stored('homeless'), dropped()]).toEqual([1, 0])
  })
})

describe('maintainPartitions', () => {
  it('runs when the log is opened, and every hour', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const name = `request_logs_${dayOf(3)}`
    await sql(world, `drop table if exists ${name}`)
    const { log } = open()
    await expect.poll(partitions).toContain(name)
    await sql(world, `drop table ${name}`)
    vi.advanceTimersByTime(3_600_000)
    await expect.poll(partitions).toContain(name)
    await log.close()
  })

  it('creates the partitions of the next days, and drops those past the retention', async () => {
    const { orm } = world.database
    const old = Date.now() - 40 * 86_400_000
    await maintainPartitions(orm, 60, old)
    await sql(
      world,
      `insert into request_logs (request_id, surface, method, path, status, duration_ms, ip, created_at)
      values ('old', 'http', 'GET', '/', 200, 1, '::1', now() - interval '40 days')`,
    )
    expect(await partitions()).toContain(`request_logs_${dayOf(-40)}`)
    await maintainPartitions(orm, 30)
    expect(await stored('old')).toBe(0)
    const names = await partitions()
    expect(names.every((name) => String(name) >= `request_logs_${dayOf(-30)}`)).toBe(true)
    for (const day of [0, 1, 2, 3]) expect(names).toContain(`request_logs_${dayOf(day)}`)
  })

  it('keeps the partition of the last retained day', async () => {
    const { orm } = world.database
    await maintainPartitions(orm, 60, Date.now() - 30 * 86_400_000)
    await maintainPartitions(orm, 30)
    expect(await partitions()).toContain(`request_logs_${dayOf(-30)}`)
  })

  it('can run in several processes at the same time', async () => {
    for (const name of await partitions()) await sql(world, `drop table ${name}`)
    await atOnce(5, () => maintainPartitions(world.database.orm, 30))
    expect(await partitions()).toHaveLength(5)
  })
})
