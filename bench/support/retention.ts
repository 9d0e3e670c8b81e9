import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { restoreBackup } from '../../src/backup/restore.ts'
import { writeBackup } from '../../src/backup/write.ts'
import { deleteOldClicks } from '../../src/operations/click/expire.ts'
import { type Bench, benchDatabase } from './database.ts'

const targets = { month: 1000, wait: 100 }
const pauseMs = 5

/** Measures how long the partitions of earlier years take to be dropped, then a month, and how long writes wait meanwhile. */
export async function measureRetention(bench: Bench): Promise<void> {
  const waits = await waitsOf(bench.pool, () => sleep(2000))
  console.log(`  ${'longest write before'.padEnd(24)} ${waits.toFixed(0)} ms`)
  const lastYear = new Date().getUTCFullYear() - 1
  await measureDrop(bench, 'earlier years', new Date(Date.UTC(lastYear, 0)))
  await measureDrop(bench, 'a month', new Date(Date.UTC(lastYear, 1)))
}

// Drops the days before the first of a month.
async function measureDrop({ database, pool }: Bench, name: string, first: Date): Promise<void> {
  const { rows } = await pool.query('select count(*)::int as count from clicks where date < $1', [first])
  const startedAt = performance.now()
  const longest = await waitsOf(pool, () => deleteOldClicks(database.orm, 1, monthAfter(first)))
  const ms = performance.now() - startedAt
  console.log(
    `  ${`${name}, ${rows[0].count} rows`.padEnd(24)} dropped in ${ms.toFixed(0)} ms (target ${targets.month}), longest write ` +
      `meanwhile ${longest.toFixed(0)} ms (target ${targets.wait})`,
  )
}

function monthAfter(first: Date): Date {
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1))
}

// Writes of clicks and of applications, one after the other on a connection each. Returns the longest in ms.
async function waitsOf(pool: Bench['pool'], run: () => Promise<unknown>): Promise<number> {
  let isRunning = true
  let longest = 0
  const writes = [
    'update clicks set clicks = clicks + 1 where date = current_date and app_id = 7',
    'update applications set name = name where id = 7',
  ]
  const writers = writes.map(async (write) => {
    while (isRunning) {
      const startedAt = performance.now()
      await pool.query(write)
      longest = Math.max(longest, performance.now() - startedAt)
      await sleep(pauseMs)
    }
  })
  await run()
  isRunning = false
  await Promise.all(writers)
  return longest
}

/** Measures a backup, and its restore into another database. */
export async function measureBackup({ database }: Bench): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-ops-bench-backup-'))
  const target = await benchDatabase()
  const none = () => undefined
  try {
    const file = join(folder, 'backup')
    const written = await seconds(() => writeBackup(database.orm, file, 'bench', none))
    const restored = await seconds(() =>
      restoreBackup(target.database.orm, file, { check: none, load: none }),
    )
    const { size } = await stat(file)
    console.log(`  ${'backup'.padEnd(24)} ${written} s, ${(size / 1e6).toFixed(0)} MB; restore ${restored} s`)
  } finally {
    await target.close()
    await rm(folder, { recursive: true })
  }
}

async function seconds(run: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now()
  await run()
  return ((performance.now() - startedAt) / 1000).toFixed(1)
}
