import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { partitionClicks } from '../../src/operations/click/partition-clicks.ts'
import { makeClicks, partitions } from '../support/partitioned-clicks.ts'
import { query } from '../support/rows.ts'
import { tableContents } from '../support/table-contents.ts'
import { ownDatabase, run, serve } from './cli.ts'
import { runHere } from './here.ts'

it('partitions clicks once, and backups are restored with and without partitions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-ops-partitions-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'portfolio.backup')
  const [DATABASE_URL, partitioned, ordinary] = [
    await ownDatabase(),
    await ownDatabase(),
    await ownDatabase(),
  ]
  await runHere({ DATABASE_URL }, 'demo')
  const stored = await tableContents(DATABASE_URL)
  const first = await run({ DATABASE_URL }, 'partition-clicks')
  expect([first.code, first.out]).toEqual([
    0,
    'Clicks are partitioned by month. The server creates the next partitions.\n',
  ])
  const second = await runHere({ DATABASE_URL }, 'partition-clicks', '--json')
  expect([second.code, second.json()]).toEqual([0, { changed: false }])
  expect(await tableContents(DATABASE_URL)).toEqual(stored)
  expect((await runHere({ DATABASE_URL }, 'backup', file)).code).toBe(0)
  await runHere({ DATABASE_URL: partitioned }, 'partition-clicks')
  for (const url of [partitioned, ordinary]) {
    expect((await runHere({ DATABASE_URL: url }, 'restore', file)).code).toBe(0)
    expect(await tableContents(url)).toEqual(stored)
  }
  const kinds = [partitioned, ordinary].map((url) =>
    query(url, `select relkind from pg_class where oid = 'clicks'::regclass`),
  )
  expect((await Promise.all(kinds)).flat()).toEqual([{ relkind: 'p' }, { relkind: 'r' }])
})

it('lets serve create the next months, and drop the months before the retention', async () => {
  const clicks = await makeClicks()
  const [year, month] = [new Date().getUTCFullYear(), new Date().getUTCMonth()]
  await partitionClicks(clicks.world.database.orm, new Date(Date.UTC(year - 1, month)))
  await serve({ DATABASE_URL: clicks.world.url, CLICKS_MONTHS: '1' })
  const kept = [-1, 0, 1, 2].map((offset) =>
    new Date(Date.UTC(year, month + offset)).toISOString().slice(0, 7),
  )
  const names = kept.map((name) => `clicks_${name.replace('-', '')}`)
  await expect.poll(() => partitions(clicks), { timeout: 20_000 }).toEqual([...names, 'clicks_default'])
})
