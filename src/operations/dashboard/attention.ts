import { sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { sqlText } from '../../database/tables.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { isWithoutOwner } from '../references.ts'
import { clicksByWeek, clicksFell, entityOf, fromActiveApplications, todaySql } from './clicks.ts'

/** The maximum number of items. */
export const maxAttentionItems = 50

export const Entity = z.object({ type: z.enum(['application', 'strategy']), id: z.int(), name: z.string() })

/** A problem that needs attention. */
export const AttentionItem = z
  .object({
    type: z.enum([
      'application_without_owner',
      'application_without_clicks',
      'clicks_drop',
      'strategy_overdue',
      'clicks_rejected',
    ]),
    severity: z.enum(['critical', 'high', 'medium', 'low']),
    title: z.string(),
    entity: Entity,
    since: Timestamp,
  })
  .meta({
    examples: [
      {
        type: 'clicks_drop',
        severity: 'critical',
        title: '"QR scanner" lost 62% of its clicks in a week.',
        entity: { type: 'application', id: 3, name: 'QR scanner' },
        since: '2026-11-14T00:00:00.000Z',
      },
    ],
  })
export type AttentionItem = z.output<typeof AttentionItem>

/** Returns the problems that need attention on a day: most severe first, then oldest first. */
export function readAttention(read: Read, today: string): Promise<AttentionItem[]> {
  return read<AttentionItem>({ text, values: [today] })
}

/** Returns how many problems need attention on a day. */
export async function countAttention(read: Read, today: string): Promise<number> {
  return (await readRow<{ total: number }>(read, { text: countText, values: [today] })).total
}

const withoutOwner = sqlText(isWithoutOwner(sql.ref('record.owner_id')))

// Each kind is limited to the number of items shown, so that a kind with thousands of items costs no more.
const kindsWithin = (limit: number | 'all') => [
  `select 'application_without_owner' as type, 'low' as severity, '"' || record.name || '" has no owner.' as title,
    ${entityOf(`'application'`)} as entity, record.created_at as since
  from applications as record
  where record.deleted_at is null and record.status <> 'archived' and ${withoutOwner}`,

  // The oldest are found before anything else is computed, because there may be thousands.
  `select 'application_without_clicks', 'high', '"' || record.name || '" had no clicks for seven days.',
    ${entityOf(`'application'`)}, since
  from (
    select record.id, record.name, coalesce((select max(date) from clicks where app_id = record.id and clicks > 0
      and status <> 'rejected')::timestamp at time zone 'utc', record.created_at) as since
    ${fromActiveApplications} and coalesce(weeks.current, 0) = 0 order by since, record.id limit ${limit}
  ) as record`,

  `select 'clicks_drop', case when current <= previous * 0.4 then 'critical' else 'high' end,
    '"' || record.name || '" lost ' || round(100 - current * 100.0 / previous) || '% of its clicks in a week.',
    ${entityOf(`'application'`)}, (${todaySql} - 7)::timestamp at time zone 'utc' as since
  ${fromActiveApplications} and ${clicksFell}`,

  `select 'strategy_overdue', 'medium', '"' || record.name || '" should have ended on ' || record.ends_on || '.',
    ${entityOf(`'strategy'`)}, record.ends_on::timestamp at time zone 'utc' as since
  from strategies as record
  where record.deleted_at is null and record.status = 'active' and record.ends_on < ${todaySql}`,

  `select 'clicks_rejected', 'medium', '"' || record.name || '" has ' || sum(clicks.clicks) || ' rejected clicks.',
    ${entityOf(`'application'`)}, min(clicks.date)::timestamp at time zone 'utc' as since
  from clicks join applications as record on record.id = clicks.app_id
  where clicks.status = 'rejected' and clicks.date > ${todaySql} - 7 and clicks.date <= ${todaySql} and record.deleted_at is null
  group by record.id`,
]

const mostSevereFirst = `order by array_position(array['critical', 'high', 'medium', 'low'], severity), since,
  (entity->>'id')::bigint limit ${maxAttentionItems}`

const item = 'item (type, severity, title, entity, since)'

const text = `with ${clicksByWeek}
  select * from (${kindsWithin(maxAttentionItems)
    .map((kind) => `(select * from (${kind}) as ${item} ${mostSevereFirst})`)
    .join(' union all ')}) as item
  ${mostSevereFirst}`

const countText = `with ${clicksByWeek}
  select count(*) as total from (${kindsWithin('all')
    .map((kind) => `(${kind})`)
    .join(' union all ')}) as ${item}`
