import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { dayPhrase, type Phrase, phrase } from '../../language/phrase.ts'
import { message } from '../../record/rules/message.ts'
import { Entity } from './attention.ts'
import { clicksByWeek, clicksDropped, fromActiveApplications, today } from './clicks.ts'

/** The maximum number of items. */
export const maxFocusItems = 10
const daysAhead = 14

/** An item to work on next. */
export const FocusItem = z
  .object({
    type: z.enum(['strategy_due', 'clicks_drop', 'application_without_clicks']),
    title: z.string(),
    reason: message,
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
export async function readFocus(read: Read, { person }: Actor, today: string): Promise<FocusItem[]> {
  const { id = null, role } = person ?? {}
  const rows = await read(selectItems({ today, person_id: id, is_manager: role === 'manager' }))
  return rows.map(({ percent, ...item }) => ({ ...item, reason: reasonOf(item, percent ?? 0, today) }))
}

type Row = Omit<FocusItem, 'reason'> & { percent: number | null }

function reasonOf({ type, due_on }: Pick<Row, 'type' | 'due_on'>, percent: number, today: string): Phrase {
  if (type === 'clicks_drop') return phrase('attention.itLostClicks', { percent })
  if (type === 'application_without_clicks' || due_on === null) return phrase('attention.itHadNoClicks')
  const day = dayPhrase(due_on)
  return due_on < today ? phrase('attention.itShouldHaveEnded', { day }) : phrase('attention.itEnds', { day })
}

const visible = sql`(not ${param('is_manager')}::boolean or record.owner_id = ${param('person_id')}::bigint)`
const columns = sql`record.id, record.name, coalesce(record.owner_id = ${param('person_id')}::bigint, false) as own`

const kinds = [
  sql`select 'strategy_due' as type, 'strategy' as entity,
    null::bigint as percent, record.ends_on as due_on, 1 as rank, ${columns}
  from strategies as record
  where record.deleted_at is null and record.status = 'active' and record.ends_on <= ${today} + ${sql.lit(daysAhead)} and ${visible}`,

  sql`select 'clicks_drop', 'application', round(100 - current * 100.0 / previous)::bigint,
    null::date, 2, ${columns}
  ${fromActiveApplications} and ${clicksDropped} and current > 0 and ${visible}`,

  sql`select 'application_without_clicks', 'application', null::bigint,
    null::date, 3, ${columns}
  ${fromActiveApplications} and coalesce(weeks.current, 0) = 0 and ${visible}`,
]

const selectItems = statement(
  'dashboard.focus',
  { today: '2026-11-28', person_id: 1 as number | null, is_manager: true },
  () => sql<Row>`with ${clicksByWeek}
    select type, record.name as title, percent,
      json_build_object('type', record.entity, 'id', record.id, 'name', record.name) as entity, due_on
    from (
      select * from (${sql.join(kinds, sql` union all `)}) as item
      order by own desc, rank, due_on, id limit ${sql.lit(maxFocusItems)}
    ) as record order by own desc, rank, due_on, id`,
)
