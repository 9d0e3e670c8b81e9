import { sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { sqlText } from '../../database/tables.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { isWithoutOwner } from '../references.ts'
import { todaySql } from './clicks.ts'

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
  return readRow<DashboardSummary>(read, { text, values: [today] })
}

const withoutOwner = sqlText(isWithoutOwner(sql.ref('record.owner_id')))
const active = `'active', count(*) filter (where status = 'active')`
const liveCounts = (table: string, parts: string) =>
  `(select json_build_object('total', count(*)${parts && `, ${parts}`}) from ${table} as record where deleted_at is null) as ${table}`

const text = `select
  ${liveCounts(
    'applications',
    `${active}, 'archived', count(*) filter (where status = 'archived'),
    'without_owner', count(*) filter (where ${withoutOwner} and status <> 'archived')`,
  )},
  ${liveCounts('companies', active)}, ${liveCounts('contacts', '')}, ${liveCounts('strategies', active)}, ${liveCounts('keywords', active)},
  (select json_build_object('today', today, 'last_7_days', current, 'previous_7_days', previous,
      'change_percent', case when previous > 0 then round((current - previous) * 100 / previous, 1) end)
    from (select coalesce(sum(clicks) filter (where date = ${todaySql}), 0) as today,
      coalesce(sum(clicks) filter (where date > ${todaySql} - 7), 0) as current,
      coalesce(sum(clicks) filter (where date <= ${todaySql} - 7), 0)::numeric as previous
      from clicks where date > ${todaySql} - 14 and date <= ${todaySql} and status <> 'rejected') as weeks) as clicks,
  now() as generated_at`
