import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { Instant } from '../../record/stored.ts'
import { todaySql } from './sql.ts'

const count = z.int().min(0)

/** How much there is of everything, and how the clicks go. */
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
      change_percent: z.number().nullable().describe('Null where there were none to compare with'),
    })
    .describe('Without those that were rejected; the last 7 days are today and the six before'),
  generated_at: Instant,
})
export type DashboardSummary = z.output<typeof DashboardSummary>

/** Sums up everything by one statement. */
export async function readDashboard(read: Read): Promise<DashboardSummary> {
  const [row] = await read<DashboardSummary>({ text, values: [] })
  if (!row) throw new Error('a SELECT without FROM gave no row')
  return row
}

const active = `'active', count(*) filter (where status = 'active')`
const live = (table: string, parts: string) =>
  `(select json_build_object('total', count(*)${parts && `, ${parts}`}) from ${table} where deleted_at is null) as ${table}`

const text = `select
  ${live(
    'applications',
    `${active}, 'archived', count(*) filter (where status = 'archived'),
    'without_owner', count(*) filter (where owner_id is null and status <> 'archived')`,
  )},
  ${live('companies', active)}, ${live('contacts', '')}, ${live('strategies', active)}, ${live('keywords', active)},
  (select json_build_object('today', today, 'last_7_days', current, 'previous_7_days', previous,
      'change_percent', case when previous > 0 then round((current - previous) * 100 / previous, 1) end)
    from (select coalesce(sum(clicks) filter (where date = ${todaySql}), 0) as today,
      coalesce(sum(clicks) filter (where date > ${todaySql} - 7), 0) as current,
      coalesce(sum(clicks) filter (where date <= ${todaySql} - 7), 0)::numeric as previous
      from clicks where date > ${todaySql} - 14 and date <= ${todaySql} and status <> 'rejected') as weeks) as clicks,
  now() as generated_at`
