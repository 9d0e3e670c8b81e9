import { beforeAll, describe, expect, it } from 'vitest'
import { deleteOldClicks } from '../../../../src/operations/click/expire.ts'
import { partitionClicks } from '../../../../src/operations/click/partition-clicks.ts'
import { createPartitions } from '../../../../src/operations/click/partitions.ts'
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
} from '../../../support/partitioned-clicks.ts'
import { statementsOf } from '../../../support/statements.ts'
import type { World } from '../../../support/world.ts'

describe('maintenance of partitions', () => {
  let clicks: Clicks
  let orm: World['database']['orm']
  beforeAll(async () => {
    clicks = await makeClicks()
    orm = clicks.world.database.orm
    await createPartitions(orm, now)
    expect(await partitions(clicks)).toEqual([])
    await partitionClicks(orm, now)
  })

  it('creates each month once, also after a pause, and moves its rows from the default partition', async () => {
    const before = await rowsOf(clicks)
    await Promise.all([1, 2, 3].map(() => createPartitions(orm, new Date('2027-03-31T23:00:00Z'))))
    expect(await partitions(clicks)).toEqual([
      ...['202612', '202701', '202702', '202703', '202704', '202705'].map((month) => `clicks_${month}`),
      'clicks_default',
      'clicks_earlier',
    ])
    expect(await rowsOf(clicks)).toEqual(before)
    expect(await partitionOf(clicks)).toMatchObject({ '2027-02-01': 'clicks_202702' })
  })

  it('lets writes wait while it creates a month, and loses none', async () => {
    const { waitForBlocked, release } = await hold(clicks.world.url, 'select from clicks')
    const created = createPartitions(orm, new Date('2027-04-01T00:00:00Z'))
    await waitForBlocked(1)
    const added = clicks.store(['2027-06-30', '2027-07-01'], 1)
    await waitForBlocked(2)
    await release()
    await created
    expect(await added).toMatchObject({ created: 2 })
    expect(await partitionOf(clicks)).toMatchObject({
      '2027-06-30': 'clicks_202706',
      '2027-07-01': 'clicks_default',
    })
  })

  it('gives up after two seconds if clicks are locked, and creates the month later', async () => {
    const { release } = await hold(clicks.world.url, `update clicks set clicks = 8 where date = '2031-05-05'`)
    const may = new Date('2027-05-01T00:00:00Z')
    await expect(createPartitions(orm, may)).rejects.toMatchObject({ code: '55P03' })
    await release()
    await createPartitions(orm, may)
    expect(await partitionOf(clicks)).toMatchObject({ '2027-07-01': 'clicks_202707' })
  })

  it('drops the months before the retention, and deletes rows of these months from other partitions', async () => {
    await clicks.store(['2026-12-15', '2027-02-28', '2027-03-01'], 1)
    const june = new Date('2027-06-30T00:00:00Z')
    await deleteOldClicks(orm, 3, june)
    expect((await partitions(clicks)).filter((name) => String(name) < 'clicks_202703')).toEqual([])
    expect(await partitions(clicks)).not.toContain('clicks_earlier')
    expect(await days(clicks)).toEqual(['2027-03-01', '2027-06-30', '2027-07-01', '2031-05-05'])
    await clicks.store(['2026-12-15'], 1)
    expect(await partitionOf(clicks)).toMatchObject({ '2026-12-15': 'clicks_default' })
    await deleteOldClicks(orm, 3, june)
    expect(await days(clicks)).not.toContain('2026-12-15')
  })

  it('deletes the rows of a month that it cannot drop', async () => {
    await sql(clicks.world, 'create view march as select * from clicks_202703')
    const july = new Date('2027-07-01T00:00:00Z')
    await expect(deleteOldClicks(orm, 3, july)).rejects.toMatchObject({ code: '2BP01' })
    expect(await days(clicks)).toEqual(['2027-06-30', '2027-07-01', '2031-05-05'])
    await sql(clicks.world, 'drop view march')
  })

  it('plans the deletion of rows without the partitions of later months', async () => {
    const statements = await statementsOf(() => deleteOldClicks(orm, 3, new Date('2027-07-01T00:00:00Z')))
    const deletion = statements.find((text) => text.includes('delete from clicks')) ?? ''
    const plan = JSON.stringify(await sql(clicks.world, `explain ${deletion}`, '2027-04-01'))
    expect(new Set(plan.match(/clicks_(default|\d{6})(?= )/g))).toEqual(new Set(['clicks_default']))
  })
})
