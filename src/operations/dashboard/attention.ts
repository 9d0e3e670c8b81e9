import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { dayPhrase, type Phrase, phrase } from '../../language/phrase.ts'
import { areCounted } from '../../metrics/clicks.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { Sentence } from '../../record/sentence.ts'
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
    title: Sentence,
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

// An item as it is read: what its title is made of, beside the name.
type Row = Omit<AttentionItem, 'type' | 'title'> &
  (
    | { type: 'application_without_owner'; facts: null }
    | { type: 'application_without_clicks'; facts: null }
    | { type: 'clicks_drop'; facts: { percent: number } }
    | { type: 'strategy_overdue'; facts: { ends_on: string } }
    | { type: 'clicks_rejected'; facts: { clicks: number } }
  )

/** Returns the problems that need attention on a day: most severe first, then oldest first. */
export async function readAttention(read: Read, today: string): Promise<AttentionItem[]> {
  const rows = await read(selectItems({ today }))
  return rows.map((row) => ({ ...row, title: titleOf(row) }))
}

function titleOf({ type, facts, entity: { name } }: Row): Phrase {
  if (type === 'application_without_owner') return phrase('dashboard.applicationWithoutOwner', { name })
  if (type === 'application_without_clicks') return phrase('dashboard.applicationWithoutClicks', { name })
  if (type === 'clicks_drop')
    return phrase('dashboard.applicationLostClicks', { name, percent: facts.percent })
  if (type === 'strategy_overdue')
    return phrase('dashboard.strategyShouldHaveEnded', { name, day: dayPhrase(facts.ends_on) })
  return phrase('dashboard.clicksWereRejected', { name, count: facts.clicks })
}

/** Returns how many problems need attention on a day. */
export async function countAttention(read: Read, today: string): Promise<number> {
  return (await readRow(read, countItems({ today }))).total
}

const application = sql`json_build_object('type', 'application', 'id', record.id, 'name', record.name)`
const strategy = sql`json_build_object('type', 'strategy', 'id', record.id, 'name', record.name)`

// Each kind is limited to the number of items shown, so that a kind with thousands of items costs no more.
const kindsWithin = (limit: RawBuilder<unknown>) => [
  sql`select 'application_without_owner' as type, 'low' as severity, null::json as facts,
    ${application} as entity, record.created_at as since
  from applications as record
  where record.deleted_at is null and record.status <> 'archived' and ${isWithoutOwner(sql.ref('record.owner_id'))}`,

  // The oldest are found before anything else is computed, because there may be thousands.
  sql`select 'application_without_clicks', 'high', null::json,
    ${application}, since
  from (
    select record.id, record.name, coalesce((select max(date) from clicks where app_id = record.id and clicks > 0
      and ${areCounted()})::timestamp at time zone 'utc', record.created_at) as since
    ${fromActiveApplications} and coalesce(weeks.current, 0) = 0 order by since, record.id ${limit}
  ) as record`,

  sql`select 'clicks_drop', case when current <= previous * 0.4 then 'critical' else 'high' end,
    json_build_object('percent', round(100 - current * 100.0 / previous)),
    ${application}, (${today} - 7)::timestamp at time zone 'utc' as since
  ${fromActiveApplications} and ${clicksDropped}`,

  sql`select 'strategy_overdue', 'medium', json_build_object('ends_on', record.ends_on),
    ${strategy}, record.ends_on::timestamp at time zone 'utc' as since
  from strategies as record
  where record.deleted_at is null and record.status = 'active' and record.ends_on < ${today}`,

  sql`select 'clicks_rejected', 'medium', json_build_object('clicks', sum(clicks.clicks)),
    ${application}, min(clicks.date)::timestamp at time zone 'utc' as since
  from clicks join applications as record on record.id = clicks.app_id
  where clicks.status = 'rejected' and clicks.date > ${today} - 7 and clicks.date <= ${today} and record.deleted_at is null
  group by record.id`,
]

const limitToShown = sql`limit ${sql.lit(maxAttentionItems)}`
const mostSevereFirst = sql`order by array_position(array['critical', 'high', 'medium', 'low'], severity), since,
  (entity->>'id')::bigint ${limitToShown}`

const item = sql`item (type, severity, facts, entity, since)`

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
