import type { Read } from '../../database/read.ts'
import { todaySql } from './click-weeks.ts'

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
