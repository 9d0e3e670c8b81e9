import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { areCounted } from '../../metrics/clicks.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { isWithoutOwner } from '../references.ts'
import { today } from './clicks.ts'

const count = z.int().min(0)

/** The number of records of each kind, and the clicks by week. */
export const DashboardSummary = z.object({
  applications: z.object({ total: count, active: count, archived: count, without_owner: count }),
  companies: z.object({ total: count, active: count }),
  contacts: z.object({ total: count }),
  strategies: z.object({ total: count, active: count }),
  keywords: z.object({ total: count, active: count }),
  clicks: z
    .object({
      today: count,
      last_7_days: count,
      previous_7_days: count,
      change_percent: z.number().nullable().describe('Null if there were no clicks to compare with'),
    })
    .describe('Without rejected clicks; the last 7 days are today and the six days before'),
  generated_at: Timestamp,
})
export type DashboardSummary = z.output<typeof DashboardSummary>

/** Reads the dashboard summary of a day by one statement. */
export function readDashboard(read: Read, today: string): Promise<DashboardSummary> {
  return readRow(read, selectSummary({ today }))
}

const withoutOwner = isWithoutOwner(sql.ref('record.owner_id'))
const total = sql`'total', count(*)`
const active = sql`'active', count(*) filter (where status = 'active')`
const live = (table: string, ...parts: RawBuilder<unknown>[]) =>
  sql`(select json_build_object(${sql.join([total, ...parts])}) from ${sql.table(table)} as record
    where deleted_at is null) as ${sql.ref(table)}`

const selectSummary = statement(
  'dashboard.summary',
  { today: '2026-11-28' },
  () =>
    sql<DashboardSummary>`select
    ${live(
      'applications',
      active,
      sql`'archived', count(*) filter (where status = 'archived')`,
      sql`'without_owner', count(*) filter (where ${withoutOwner} and status <> 'archived')`,
    )},
    ${live('companies', active)}, ${live('contacts')}, ${live('strategies', active)}, ${live('keywords', active)},
    (select json_build_object('today', today, 'last_7_days', current, 'previous_7_days', previous,
        'change_percent', case when previous > 0 then round((current - previous) * 100 / previous, 1) end)
      from (select coalesce(sum(clicks) filter (where date = ${today}), 0) as today,
        coalesce(sum(clicks) filter (where date > ${today} - 7), 0) as current,
        coalesce(sum(clicks) filter (where date <= ${today} - 7), 0)::numeric as previous
        from clicks where date > ${today} - 14 and date <= ${today} and ${areCounted()}) as weeks) as clicks,
    now() as generated_at`,
)
