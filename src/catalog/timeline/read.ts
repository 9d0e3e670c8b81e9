import { sql } from 'kysely'
import { type Read, readRow } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { areCounted } from '../../metrics/clicks.ts'
import type { App } from '../../portfolio/app/read.ts'
import type { StoredDecision } from '../../portfolio/decision/decision.ts'
import { maxPosition } from '../../portfolio/keyword-position/keyword-position.ts'
import { movedPositions } from '../../portfolio/keyword-position/movements.ts'
import type { Signal } from '../../portfolio/signal/signal.ts'
import type { Provenance } from '../../record/provenance.ts'
import { lastFullDays } from '../../record/rules/period.ts'
import { agentWrites, decisionEvents, releaseEvents, signalSpans, taskEvents } from './events.ts'

/** The most keywords that a timeline shows. */
export const maxPlotted = 5
const maxOffered = 40

type Place = { app_id: number; app_name: string; platform: App['platform'] }

/** A keyword in a country: its best position on any platform at the end of the period, and how many places it rose. */
type Keyword = { keyword: string; country: string; position: number | null; change: number | null }

/** What happened to a product in a period. Days are those of the time zone of the company. */
export type Timeline = {
  from: string
  /** The last full day. What happened today comes after it. */
  to: string
  /** The keywords that were picked or, without any, that moved most. */
  keywords: (Keyword & { points: { date: string; position: number | null }[] })[]
  /** The keywords that can be picked, those that moved most first. */
  offered: Keyword[]
  ratings: (Place & { points: { date: string; rating: number }[] })[]
  /** The clicks of each day until today without rejected ones. Empty if no application of the product has any. */
  clicks: { date: string; clicks: number }[]
  /** The unresolved signals first, then the most severe, then the newest. */
  signals: {
    total: number
    items: (Pick<Signal, 'id' | 'title' | 'signal_type' | 'severity'> & {
      first: string
      last: string | null
    })[]
  }
  decisions: { id: number; title: string; outcome: StoredDecision['outcome']; date: string }[]
  tasks: { id: number; title: string; event: 'created' | 'done'; date: string }[]
  releases: (Place & { date: string; version: string })[]
  writes: { date: string; actor: Provenance; changes: number }[]
}

type TimelineQuery = {
  product_id: number
  today: string
  /** The number of full days before today. */
  days: number
  zone: string
  /** The keywords to show, as `keywordKey` names them. */
  picked?: string[] | undefined
}

/** Returns the name of a keyword in a country that `picked` contains. */
export function keywordKey({ keyword, country }: Pick<Keyword, 'keyword' | 'country'>): string {
  return `${keyword.toLowerCase()}, ${country}`
}

/** Reads the timeline of a product by one statement. */
export async function readTimeline(
  read: Read,
  { product_id, today, days, zone, picked = [] }: TimelineQuery,
): Promise<Timeline> {
  const { before_from, from, to } = lastFullDays(today, days)
  const chosen = picked.length > 0 ? picked : undefined
  const values = { product_id, before_from, from, to: today, zone, picked: chosen }
  return { from, to, ...(await readRow(read, selectTimeline(values))) }
}

// `to` is today.
type Bound = Omit<TimelineQuery, 'days' | 'today'> & { before_from: string; from: string; to: string }

const key = sql`lower(keyword) || ', ' || country`
const unfound = sql.lit(maxPosition + 1)
const isInPeriod = sql`date >= ${param('from')}::date and date <= ${param('to')}::date`

const selectTimeline = statement(
  'timeline.product',
  {
    product_id: 7,
    before_from: '2026-08-01',
    from: '2026-09-01',
    to: '2026-11-30',
    zone: 'Europe/Berlin',
    picked: ['qr, de'],
  },
  (values: Partial<Bound>) => {
    const isPicked = values.picked !== undefined && sql`key = any(${param('picked')}::text[])`
    const text = sql<Omit<Timeline, 'from' | 'to'>>`with app as (
      select id, name, platform from apps where product_id = ${param('product_id')} order by id limit 20
    ), ${movedPositions(sql`id in (select id from app)`, sql`true`)}, joined as (
      select ${key} as key, min(keyword) as keyword, country, min(position) as position,
        case when bool_or(date_before is not null) then
          coalesce(min(position_before), ${unfound}) - coalesce(min(position), ${unfound}) end as change
      from moved group by ${key}, country
    ), chosen as (
      select * from joined where ${all([isPicked])}
      order by abs(change) desc nulls last, key limit ${sql.lit(maxPlotted)}
    ), ratings as (
      select app.id as app_id, app.name as app_name, app.platform,
        json_agg(json_build_object('date', date, 'rating', rating) order by date) as points
      from app join store_truth on store_truth.app_id = app.id and rating is not null and ${isInPeriod}
      group by app.id, app.name, app.platform
    ), clicked as (
      select clicks.date, sum(clicks.clicks)::bigint as clicks
      from app
        join applications on applications.app_id = app.id and applications.deleted_at is null
        join clicks on clicks.app_id = applications.id and ${areCounted(sql`clicks.status`)} and ${isInPeriod}
      group by clicks.date
    )
    select (
      select coalesce(json_agg(json_build_object('keyword', keyword, 'country', country, 'position', position,
        'change', change, 'points', (
          select json_agg(point order by point.date) from (
            select date, min(keyword_positions.position) as position
            from app join keyword_positions on keyword_positions.app_id = app.id
              and lower(keyword_positions.keyword) = lower(chosen.keyword)
              and keyword_positions.country = chosen.country and measured and ${isInPeriod}
            group by date
          ) as point
        )) order by abs(change) desc nulls last, key), '[]') from chosen
    ) as keywords, (
      select coalesce(json_agg(json_build_object('keyword', keyword, 'country', country, 'position', position,
        'change', change) order by abs(change) desc nulls last, key), '[]')
      from (select * from joined order by abs(change) desc nulls last, key limit ${sql.lit(maxOffered)}) as joined
    ) as offered,
    (select coalesce(json_agg(ratings order by app_id), '[]') from ratings) as ratings,
    (
      select coalesce(json_agg(json_build_object('date', day::date, 'clicks', coalesce(clicks, 0)) order by day), '[]')
      from generate_series(${param('from')}::date, ${param('to')}::date, interval '1 day') as day
        left join clicked on clicked.date = day::date
      where exists (select from clicked)
    ) as clicks,
    ${signalSpans} as signals, ${decisionEvents} as decisions, ${taskEvents} as tasks,
    ${releaseEvents} as releases, ${agentWrites} as writes`
    return text
  },
)
