import { compareClicks } from '../src/operations/click/explore.ts'
import { updateClickMonths } from '../src/operations/click/monthly-totals.ts'
import { daysFromToday } from '../src/record/rules/day.ts'
import { medianOf, type Rounds } from './support/compare.ts'
import { type Bench, benchDatabase } from './support/database.ts'
import { createPartitionsSince } from './support/operations-data.ts'
import { measureBackup, measureRetention } from './support/retention.ts'

const sizes = {
  usual: { rows: 500_000, applications: 5000 },
  full: { rows: 20_000_000, applications: 20_000 },
}
const targets = { ms: 50, sums: 3, writes: 0.9 }
const author = `'{"type": "system", "id": null, "name": "bench"}'`

/**
 * Measures the comparison of two periods of clicks, in turns with a statement that adds up the clicks themselves, what
 * noting the changed days costs a batch, dropping the oldest month, and a backup and its restore.
 */
export async function clicksBench({ rounds, full }: Rounds & { full?: boolean }): Promise<void> {
  const bench = await benchDatabase()
  try {
    await seed(bench, full ? sizes.full : sizes.usual)
    const started = performance.now()
    await updateClickMonths(bench.database.orm)
    console.log(`  all clicks added up in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    await bench.pool.query('vacuum analyze click_months, changed_click_days')
    for (const by of ['application', 'company', 'status'] as const)
      for (const days of [30, 365]) await measurePeriod(bench, by, days, 4 * rounds)
    await measureBatches(bench, rounds)
    await measureRetention(bench)
    await measureBackup(bench)
  } finally {
    await bench.close()
  }
}

async function seed({ pool }: Bench, { rows, applications }: typeof sizes.full): Promise<void> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0; set session_replication_role = replica')
  await createPartitionsSince(client, daysFromToday(-rows / applications))
  await client.query(`
    insert into companies (name, created_by, updated_by)
      select 'Company ' || n, ${author}, ${author} from generate_series(1, 1000) as n;
    insert into applications (name, platform, status, native_id, created_by, updated_by)
      select 'Application ' || n, 'ios', 'active', 'app-' || n, ${author}, ${author}
      from generate_series(1, ${applications}) as n;
    insert into clicks (date, app_id, company_id, clicks, status, created_by, updated_by)
      select current_date - (n / ${applications})::int, 1 + n % ${applications}, 1 + n % 1000, n % 1000,
        case when n % 5000 = 77 then 'rejected' else 'ok' end, ${author}, ${author}
      from generate_series(0, ${rows} - 1) as n;
    insert into changed_click_days (date) select distinct date from clicks`)
  await client.query('vacuum analyze')
  client.release(true)
}

const columns = { application: 'app_id', company: 'company_id', status: 'status' } as const

async function measurePeriod(
  { database, pool }: Bench,
  by: keyof typeof columns,
  days: number,
  runs: number,
) {
  const [before, from] = [daysFromToday(1 - 2 * days), daysFromToday(1 - days)]
  const byHand = `select ${columns[by]}, sum(clicks) filter (where date >= $2), sum(clicks) filter (where date < $2)
    from clicks where date >= $1 and date <= current_date and status <> 'rejected' group by 1 order by 2 desc limit 50`
  const times = { ours: [] as number[], byHand: [] as number[] }
  for (let run = 0; run < runs; run++) {
    times.ours.push(await timed(() => compareClicks(database.read, { by, date_from: from })))
    times.byHand.push(await timed(() => pool.query(byHand, [before, from])))
  }
  const [ours, theirs] = [medianOf(times.ours), medianOf(times.byHand)]
  console.log(
    `  ${`${days} days by ${by}`.padEnd(24)} ${ours.toFixed(1)} ms (target ${targets.ms}), from the clicks ` +
      `${theirs.toFixed(1)} ms, ratio ${(theirs / ours).toFixed(2)} (target ${targets.sums})`,
  )
}

// Each batch replaces 1,000 rows of two days.
async function measureBatches({ pool }: Bench, rounds: number) {
  const batch = `update clicks set clicks = clicks + 1 where date > current_date - 2 and app_id <= 500`
  const triggers = (state: 'enable' | 'disable') =>
    pool.query(`alter table clicks ${state} trigger clicks_note_changed`)
  const ratios: number[] = []
  for (let round = 0; round < 4 * rounds; round++) {
    await triggers('enable')
    const noted = await timed(() => pool.query(batch))
    await triggers('disable')
    ratios.push((await timed(() => pool.query(batch))) / noted)
  }
  await triggers('enable')
  console.log(
    `  ${'1,000 rows replaced'.padEnd(24)} ratio ${medianOf(ratios).toFixed(2)} (target ${targets.writes})`,
  )
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}
