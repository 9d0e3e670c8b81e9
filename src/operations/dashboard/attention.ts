import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { dayPhrase, type Phrase, phrase } from '../../language/phrase.ts'
import { areCounted } from '../../metrics/clicks.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { message } from '../../record/rules/message.ts'
import { isWithoutOwner } from '../references.ts'
import { clicksByWeek, clicksDropped, fromActiveApplications, today } from './clicks.ts'

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
    title: message,
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
export async function readAttention(read: Read, today: string): Promise<AttentionItem[]> {
  const rows = await read(selectItems({ today }))
  return rows.map(({ count, day, ...item }) => ({ ...item, title: titleOf(item, count ?? 0, day ?? '') }))
}

// `count` is the number of clicks, or the percentage by which it fell.
type Row = Omit<AttentionItem, 'title'> & { count: number | null; day: string | null }

function titleOf(
  { type, entity: { name } }: Pick<Row, 'type' | 'entity'>,
  count: number,
  day: string,
): Phrase {
  if (type === 'application_without_owner') return phrase('attention.noOwner', { name })
  if (type === 'application_without_clicks') return phrase('attention.noClicks', { name })
  if (type === 'clicks_drop') return phrase('attention.lostClicks', { name, percent: count })
  if (type === 'strategy_overdue') return phrase('attention.shouldHaveEnded', { name, day: dayPhrase(day) })
  return phrase('attention.rejectedClicks', { name, count })
}

/** Returns how many problems need attention on a day. */
export async function countAttention(read: Read, today: string): Promise<number> {
  return (await readRow(read, countItems({ today }))).total
}

const application = sql`json_build_object('type', 'application', 'id', record.id, 'name', record.name)`
const strategy = sql`json_build_object('type', 'strategy', 'id', record.id, 'name', record.name)`

// Each kind is limited to the number of items shown, so that a kind with thousands of items costs no more.
const kindsWithin = (limit: RawBuilder<unknown>) => [
  sql`select 'application_without_owner' as type, 'low' as severity, ${application} as entity,
    record.created_at as since, null::bigint as count, null::date as day
  from applications as record
  where record.deleted_at is null and record.status <> 'archived' and ${isWithoutOwner(sql.ref('record.owner_id'))}`,

  // The oldest are found before anything else is computed, because there may be thousands.
  sql`select 'application_without_clicks', 'high', ${application}, since, null::bigint, null::date
  from (
    select record.id, record.name, coalesce((select max(date) from clicks where app_id = record.id and clicks > 0
      and ${areCounted()})::timestamp at time zone 'utc', record.created_at) as since
    ${fromActiveApplications} and coalesce(weeks.current, 0) = 0 order by since, record.id ${limit}
  ) as record`,

  sql`select 'clicks_drop', case when current <= previous * 0.4 then 'critical' else 'high' end,
    ${application}, (${today} - 7)::timestamp at time zone 'utc' as since,
    round(100 - current * 100.0 / previous)::bigint, null::date
  ${fromActiveApplications} and ${clicksDropped}`,

  sql`select 'strategy_overdue', 'medium', ${strategy}, record.ends_on::timestamp at time zone 'utc' as since,
    null::bigint, record.ends_on
  from strategies as record
  where record.deleted_at is null and record.status = 'active' and record.ends_on < ${today}`,

  sql`select 'clicks_rejected', 'medium', ${application}, min(clicks.date)::timestamp at time zone 'utc' as since,
    sum(clicks.clicks)::bigint, null::date
  from clicks join applications as record on record.id = clicks.app_id
  where clicks.status = 'rejected' and clicks.date > ${today} - 7 and clicks.date <= ${today} and record.deleted_at is null
  group by record.id`,
]

const limitToShown = sql`limit ${sql.lit(maxAttentionItems)}`
const mostSevereFirst = sql`order by array_position(array['critical', 'high', 'medium', 'low'], severity), since,
  (entity->>'id')::bigint ${limitToShown}`

const item = sql`item (type, severity, entity, since, count, day)`

const selectItems = statement('dashboard.attention', { today: '2026-11-28' }, () => {
  const shown = kindsWithin(limitToShown).map(
    (kind) => sql`(select * from (${kind}) as ${item} ${mostSevereFirst})`,
  )
  return sql<Row>`with ${clicksByWeek}
    select * from (${sql.join(shown, sql` union all `)}) as item ${mostSevereFirst}`
})

const countItems = statement('dashboard.attention_count', { today: '2026-11-28' }, () => {
  const every = kindsWithin(sql``).map((kind) => sql`(${kind})`)
  return sql<{ total: number }>`with ${clicksByWeek}
    select count(*) as total from (${sql.join(every, sql` union all `)}) as ${item}`
})
