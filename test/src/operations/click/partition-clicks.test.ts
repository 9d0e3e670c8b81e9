import { beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../../src/database/transaction.ts'
import { partitionClicks } from '../../../../src/operations/click/partition-clicks.ts'
import { storeClicks } from '../../../../src/operations/click/store.ts'
import { signIn } from '../../../support/admin.ts'
import { hold } from '../../../support/hold.ts'
import { sql } from '../../../support/makers.ts'
import {
  type Clicks,
  days,
  makeClicks,
  now,
  partitionOf,
  partitions,
  rowsOf,
  stored,
} from '../../../support/partitioned-clicks.ts'
import { operator } from '../../../support/people.ts'

/** Returns the columns, indexes, constraints, triggers and privileges of the table, without its primary key. */
const definitions = ({ world }: Clicks) =>
  sql(
    world,
    `select replace(pg_get_indexdef(indexrelid), 'ON ONLY', 'ON') as text from pg_index
      where indrelid = 'clicks'::regclass and not indisprimary
    union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where conrelid = 'clicks'::regclass and contype not in ('p', 'n')
    union all select pg_get_triggerdef(oid) from pg_trigger where tgrelid = 'clicks'::regclass and not tgisinternal
    union all select 'grant ' || acl::text from pg_class, unnest(relacl) as acl where pg_class.oid = 'clicks'::regclass
    union all select attname || ' ' || attnotnull::text || ' ' || coalesce(pg_get_expr(adbin, adrelid), '')
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = 'clicks'::regclass and attnum > 0 order by 1`,
  )

describe('partitioned clicks', () => {
  let clicks: Clicks
  beforeAll(async () => {
    clicks = await makeClicks()
  })

  it('have the same rows, columns, indexes, checks, triggers and privileges as before', async () => {
    await sql(clicks.world, 'grant select on clicks to public')
    const before = [await rowsOf(clicks), await definitions(clicks)]
    expect(await partitionClicks(clicks.world.database.orm, now)).toBe(true)
    expect([await rowsOf(clicks), await definitions(clicks)]).toEqual(before)
    expect(await partitionOf(clicks)).toEqual({
      '2026-01-31': 'clicks_earlier',
      '2026-11-30': 'clicks_earlier',
      '2026-12-01': 'clicks_202612',
      '2027-01-31': 'clicks_202701',
      '2027-02-01': 'clicks_default',
      '2031-05-05': 'clicks_default',
    })
    expect(await partitionClicks(clicks.world.database.orm, now)).toBe(false)
  })

  it('have statistics, which autovacuum does not update', async () => {
    const analyzed = await sql(
      clicks.world,
      `select reltuples::int as rows from pg_class where relname = 'clicks'`,
    )
    expect(analyzed).toEqual([{ rows: stored.length }])
  })

  it('are counted exactly when a batch replaces and adds rows of several partitions', async () => {
    const batch = [...stored, '2026-02-01', '2026-12-31', '2029-01-01']
    expect(await clicks.store(batch, 2)).toMatchObject({ created: 3, updated: 6, skipped: 0 })
    expect(await clicks.store(batch, 2)).toMatchObject({ created: 0, updated: 0, skipped: 9 })
  })

  it('are created, replaced and left unchanged one by one', async () => {
    const record = async (clicks: number) => {
      const row = { date: '2028-02-29', app_id, company_id, clicks }
      const { status, body } = await manager.send('POST', '/analytics/clicks', row)
      return [status, body.data.clicks]
    }
    const { manager, app_id, company_id } = clicks
    expect([await record(1), await record(2), await record(2)]).toEqual([
      [201, 1],
      [200, 2],
      [200, 2],
    ])
  })

  it('are counted as updated in the millisecond of their creation', async () => {
    const { world, app_id, company_id } = clicks
    const row = { date: '2026-12-03', app_id, company_id, clicks: 1 }
    await transact(world.database.orm, async (em) => {
      expect(await storeClicks(em, operator, [row])).toEqual({ created: 1, updated: 0 })
      expect(await storeClicks(em, operator, [{ ...row, clicks: 2 }])).toEqual({ created: 0, updated: 1 })
    })
  })

  it('are counted exactly in batches that overlap at the same time', async () => {
    const batch = Array.from({ length: 60 }, (_, day) => `2026-12-${String((day % 31) + 1).padStart(2, '0')}`)
    const unique = [...new Set(batch)].filter(
      (day) => !['2026-12-01', '2026-12-03', '2026-12-31'].includes(day),
    )
    const results = await Promise.all([3, 4, 5, 6].map((count) => clicks.store(unique, count)))
    expect(results.reduce((sum, { created }) => sum + created, 0)).toBe(28)
    expect(results.reduce((sum, { updated }) => sum + updated, 0)).toBe(28 * 3)
  })

  it('are listed newest first, by page and by cursor, with filters', async () => {
    await clicks.store(['2026-12-24', '2031-05-05'], 9, 'rejected')
    const list = async (query: string) =>
      (await clicks.manager.send('GET', `/analytics/clicks?${query}`)).body
    const all = (await days(clicks)).toReversed()
    const first = await list('per_page=20')
    const second = await list(`per_page=20&cursor=${first.meta.next_cursor}`)
    const datesOf = (page: { data: { date: string }[] }) => page.data.map(({ date }) => date)
    expect([...datesOf(first), ...datesOf(second)]).toEqual(all)
    expect(datesOf(await list('status=rejected'))).toEqual(['2031-05-05', '2026-12-24'])
    expect(datesOf(await list('date_from=2027-01-01&date_to=2027-01-31'))).toEqual(['2027-01-31'])
  })

  it('reject an unknown application, and keep an application that has clicks from deletion', async () => {
    const values = `'2026-12-05', 999999, ${clicks.company_id}, 1, '{}', '{}'`
    const insert = `insert into clicks (date, app_id, company_id, clicks, created_by, updated_by) values (${values})`
    const violation = { code: '23503', constraint: 'clicks_app_id_foreign' }
    await expect(sql(clicks.world, insert)).rejects.toMatchObject(violation)
    const deletion = sql(clicks.world, 'delete from applications where id = $1', clicks.app_id)
    await expect(deletion).rejects.toMatchObject(violation)
  })
})

it('changes neither the pages of the web interface nor the dashboard', async () => {
  const clicks = await makeClicks()
  const [row] = await rowsOf(clicks)
  const browser = await signIn(clicks.world, clicks.manager)
  const answers = async () => [
    ...(await Promise.all(
      ['/admin/clicks', `/admin/clicks/${row?.id}`, '/admin/clicks?sort=application'].map(async (path) =>
        (await browser.get(path)).body.replaceAll(/csrf[^>]*>/g, ''),
      ),
    )),
    ...(await Promise.all(
      ['summary', 'attention', 'focus'].map(async (name) =>
        omitTime((await clicks.manager.send('GET', `/dashboard/${name}`)).body.data),
      ),
    )),
  ]
  const before = await answers()
  await partitionClicks(clicks.world.database.orm, now)
  expect(await answers()).toEqual(before)
})

describe('partitioning', () => {
  it('waits for running writes, and lets later ones wait: none fails, and each row is counted once', async () => {
    const clicks = await makeClicks()
    const { waitForBlocked, release } = await hold(clicks.world.url, `update clicks set clicks = 9`)
    const done = partitionClicks(clicks.world.database.orm, now)
    await waitForBlocked(1)
    const batches = Array.from({ length: 5 }, (_, day) => [`2026-12-1${day}`, `2026-10-1${day}`])
    const results = batches.map((batch) => clicks.store(batch, 1))
    await waitForBlocked(6)
    await release()
    expect(await done).toBe(true)
    expect((await Promise.all(results)).map(({ created }) => created)).toEqual([2, 2, 2, 2, 2])
    expect(await days(clicks)).toHaveLength(stored.length + 10)
  })

  it('changes nothing if the table is locked, or if a view or a publication uses it', async () => {
    const clicks = await makeClicks()
    const { orm } = clicks.world.database
    const { release } = await hold(clicks.world.url, 'select from clicks')
    await expect(partitionClicks(orm, now)).rejects.toThrow(/^The table clicks is locked .* Retry when/)
    await release()
    await sql(clicks.world, 'create view daily as select date, clicks from clicks')
    await sql(clicks.world, 'create publication changes for table clicks')
    const objects = /^Other objects use the table clicks: .*publication changes, .*view daily\. Drop them, /
    await expect(partitionClicks(orm, now)).rejects.toThrow(objects)
    expect(await partitions(clicks)).toEqual([])
    await sql(clicks.world, 'drop view daily')
    await sql(clicks.world, 'drop publication changes')
    await sql(clicks.world, 'create publication everything for all tables')
    expect(await partitionClicks(orm, now)).toBe(true)
  })
})

function omitTime(data: object): object {
  return { ...data, generated_at: undefined }
}
