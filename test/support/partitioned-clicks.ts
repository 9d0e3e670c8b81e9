import { sql } from './makers.ts'
import { makeApplication, makeCompany } from './operations.ts'
import { makePerson } from './people.ts'
import { makeWorld } from './world.ts'

/** The time at which the tests partition clicks, and the days that are stored before. */
export const now = new Date('2026-11-22T10:00:00Z')
export const stored = ['2026-01-31', '2026-11-30', '2026-12-01', '2027-01-31', '2027-02-01', '2031-05-05']

type Batch = { created: number; updated: number; skipped: number }

/** Creates a world with a row of clicks for each day of `stored`. */
export async function makeClicks() {
  const world = await makeWorld()
  const manager = await makePerson(world, 'admin')
  const app_id = (await makeApplication(manager)).id
  const company_id = (await makeCompany(manager)).id
  const store = async (days: string[], clicks: number, status = 'ok'): Promise<Batch> => {
    const rows = days.map((date) => ({ date, app_id, company_id, clicks, status }))
    return (await manager.send('POST', '/analytics/clicks/bulk', { rows })).body
  }
  await store(stored, 1)
  return { world, manager, app_id, company_id, store }
}

export type Clicks = Awaited<ReturnType<typeof makeClicks>>

/** Returns the days of all rows, in order. */
export async function days({ world }: Clicks) {
  return (await sql(world, 'select date::text from clicks order by date')).map(({ date }) => date)
}

/** Returns the partition of each day. */
export async function partitionOf({ world }: Clicks) {
  const rows = await sql(world, 'select date::text, tableoid::regclass::text as name from clicks')
  return Object.fromEntries(rows.map(({ date, name }) => [date, name]))
}

/** Returns the names of the partitions; none if clicks are not partitioned. */
export async function partitions({ world }: Clicks) {
  const names = await sql(
    world,
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'clicks'::regclass order by 1`,
  )
  return names.map(({ name }) => name)
}

/** Returns all rows, in the order of their days. */
export function rowsOf({ world }: Clicks) {
  return sql(world, 'select * from clicks order by date')
}
