import type { Read } from '../../database/read.ts'

/** The current date: the first value of each statement of the dashboard. */
export const todaySql = '$1::date'

/**
 * The table expression `weeks`: the clicks of every application, without rejected ones, in the last seven days and in
 * the seven days before.
 */
export const clicksByWeek = `weeks as (
  select app_id, coalesce(sum(clicks) filter (where date > ${todaySql} - 7), 0) as current,
    coalesce(sum(clicks) filter (where date <= ${todaySql} - 7), 0) as previous
  from clicks where date > ${todaySql} - 14 and date <= ${todaySql} and status <> 'rejected' group by app_id)`

/** Condition: clicks fell by 30 percent or more, week over week. */
export const clicksFell = 'previous > 0 and current <= previous * 0.7'

/** FROM and WHERE for the active applications with their clicks by week. Requires `clicksByWeek`. */
export const fromActiveApplications = `from applications as record left join weeks on weeks.app_id = record.id
  where record.deleted_at is null and record.status = 'active'`

/** Returns the SQL of the record that an item refers to. `type` is SQL too. */
export const entityOf = (type: string) =>
  `json_build_object('type', ${type}, 'id', record.id, 'name', record.name)`

/** The clicks of one of the last seven days, and of the same day of the week before. */
export type ClickDay = { date: string; clicks: number; week_before: number }

/** Returns the clicks of the seven days until `today`, oldest first, by one statement. Rejected clicks do not count. */
export function readClicksPerDay(read: Read, today: string): Promise<ClickDay[]> {
  return read<ClickDay>({ text, values: [today] })
}

const text = `with daily as (
    select date, sum(clicks) as clicks from clicks
    where date > ${todaySql} - 14 and date <= ${todaySql} and status <> 'rejected' group by date
  ), week as (select ${todaySql} - days as date from generate_series(0, 6) as days)
  select week.date, coalesce(current.clicks, 0) as clicks, coalesce(previous.clicks, 0) as week_before
  from week
    left join daily as current on current.date = week.date
    left join daily as previous on previous.date = week.date - 7
  order by week.date`
