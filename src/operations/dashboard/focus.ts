import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import type { Read } from '../../database/read.ts'
import { Entity } from './attention.ts'
import { clicksByWeek, clicksFell, entityOf, fromActiveApplications, todaySql } from './clicks.ts'

/** The maximum number of items. */
export const maxFocusItems = 10
const daysAhead = 14

/** An item to work on next. */
export const FocusItem = z
  .object({
    type: z.enum(['strategy_due', 'clicks_drop', 'application_without_clicks']),
    title: z.string(),
    reason: z.string(),
    entity: Entity,
    due_on: z.string().nullable(),
  })
  .meta({
    examples: [
      {
        type: 'strategy_due',
        title: 'Autumn campaign',
        reason: 'It ends on 2026-11-30.',
        entity: { type: 'strategy', id: 4, name: 'Autumn campaign' },
        due_on: '2026-11-30',
      },
    ],
  })
export type FocusItem = z.output<typeof FocusItem>

/** Returns what to work on next on a day: for a manager only their own records, for others all records, their own first. */
export function readFocus(read: Read, { person }: Actor, today: string): Promise<FocusItem[]> {
  return read<FocusItem>({ text, values: [today, person?.id ?? null, person?.role === 'manager'] })
}

const visible = '(not $3::boolean or record.owner_id = $2::bigint)'
const columns = 'record.id, record.name, coalesce(record.owner_id = $2::bigint, false) as own'

const kinds = [
  `select 'strategy_due' as type, 'strategy' as entity,
    case when record.ends_on < ${todaySql} then 'It should have ended on ' else 'It ends on ' end || record.ends_on || '.' as reason,
    record.ends_on as due_on, 1 as rank, ${columns}
  from strategies as record
  where record.deleted_at is null and record.status = 'active' and record.ends_on <= ${todaySql} + ${daysAhead} and ${visible}`,

  `select 'clicks_drop', 'application', 'It lost ' || round(100 - current * 100.0 / previous) || '% of its clicks in a week.',
    null::date, 2, ${columns}
  ${fromActiveApplications} and ${clicksFell} and current > 0 and ${visible}`,

  `select 'application_without_clicks', 'application', 'It had no clicks for seven days.',
    null::date, 3, ${columns}
  ${fromActiveApplications} and coalesce(weeks.current, 0) = 0 and ${visible}`,
]

const text = `with ${clicksByWeek}
  select type, record.name as title, reason, ${entityOf('record.entity')} as entity, due_on
  from (
    select * from (${kinds.join(' union all ')}) as item order by own desc, rank, due_on, id limit ${maxFocusItems}
  ) as record order by own desc, rank, due_on, id`
