import { expect, it } from 'vitest'
import { daysFromToday } from '../../src/record/rules/day.ts'
import { query } from '../support/rows.ts'
import { ownDatabase, serve } from './cli.ts'

it('creates the partition of the next month of clicks, and analyzes the clicks', async () => {
  const DATABASE_URL = await ownDatabase()
  const next = `clicks_${daysFromToday(31).slice(0, 7).replace('-', '_')}`
  await query(DATABASE_URL, `drop table if exists ${next}; select pg_stat_reset()`)
  await serve({ DATABASE_URL })
  const done = `select to_regclass('${next}') is not null as created, last_analyze is not null as analyzed
    from pg_stat_user_tables where relid = 'clicks'::regclass`
  await expect
    .poll(() => query(DATABASE_URL, done), { timeout: 10_000 })
    .toEqual([{ created: true, analyzed: true }])
})
