import { readMap } from '../src/catalog/map/read.ts'
import { updateClickMonths } from '../src/operations/click/monthly-totals.ts'
import { today } from '../src/record/rules/day.ts'
import { medianOf, type Rounds } from './support/compare.ts'
import { benchDatabase } from './support/database.ts'
import { grownSizes, seedGrown } from './support/grown-data.ts'

const targets = { ms: 50, ratio: 3 }
const linked = 5000
const none = { requests: 0, turns: 0, history: 0 }

// What the map costs at least without running totals: the clicks of each product, from the rows of 56 days.
const byHand = `select apps.product_id, sum(clicks.clicks) filter (where date > $1::date - 28) as current,
    sum(clicks.clicks) filter (where date <= $1::date - 28) as previous
  from clicks join applications on applications.id = clicks.app_id join apps on apps.id = applications.app_id
  where date > $1::date - 56 and date <= $1::date and clicks.status <> 'rejected' group by apps.product_id`

/**
 * Measures the statement of the portfolio map, in turns with one that only adds up the clicks: 2,000 products with 5,000
 * applications that have clicks, and with 10,000 unresolved signals.
 */
export async function mapBench({ rounds, full }: Rounds & { full?: boolean }): Promise<void> {
  const bench = await benchDatabase()
  const { database, pool } = bench
  try {
    await seedGrown(pool, { ...grownSizes, ...none, clicks: grownSizes.clicks / (full ? 1 : 10) })
    await pool.query(`update applications set app_id = id where id <= ${linked}`)
    await pool.query('insert into changed_click_days (date) select distinct date from clicks')
    await updateClickMonths(database.orm)
    await pool.query('vacuum analyze applications, click_months, changed_click_days')
    const times = { ours: [] as number[], byHand: [] as number[] }
    for (let run = 0; run < 4 * rounds; run++) {
      times.ours.push(await timed(() => readMap(database.read, today())))
      times.byHand.push(await timed(() => pool.query({ name: 'by hand', text: byHand, values: [today()] })))
    }
    const [ours, theirs] = [medianOf(times.ours), medianOf(times.byHand)]
    console.log(
      `  map ${ours.toFixed(1)} ms (target ${targets.ms}), only the clicks by hand ${theirs.toFixed(1)} ms, ` +
        `ratio ${(theirs / ours).toFixed(2)} (target ${targets.ratio})`,
    )
  } finally {
    await bench.close()
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}
