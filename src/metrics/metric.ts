import { type RawBuilder, sql } from 'kysely'
import { areCounted } from './clicks.ts'

/** What is measured, in SQL: an app or, of clicks, a product; of a position also the keyword and the country. */
export type Subject = {
  app_id: RawBuilder<unknown>
  product_id: RawBuilder<unknown>
  keyword: RawBuilder<unknown>
  country: RawBuilder<unknown>
}

/** How a metric is measured, in SQL. */
type Metric = {
  /** Returns a SELECT of the rows of a subject that count, each with its `date` and its `amount`. */
  rows: (subject: Subject, isInPeriod: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The value of a period: an aggregate of the amounts of its rows. */
  value: RawBuilder<unknown>
}

/** The last rating of a period, from the amounts and dates of its rows. */
const last = sql`(array_agg(amount order by date desc))[1]`

/** Returns the median of a column of positions. */
export function median(column: string): RawBuilder<unknown> {
  return sql`percentile_cont(0.5) within group (order by ${sql.ref(column)})`
}

/** The condition that a row of positions counts: not on a day on which the app was looked for and not found. */
export const isFound = sql<boolean>`position is not null`

/** Returns a SELECT of the ratings of an app, each with its `date` and its `amount`. */
export function ratings(app_id: RawBuilder<unknown>, isInPeriod: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select date, rating as amount from store_truth
    where app_id = ${app_id} and rating is not null and ${isInPeriod}`
}

/** How clicks, ratings and positions are measured. Apps count by the product that they belong to now. */
export const measured = {
  clicks: {
    rows: ({ app_id, product_id }, isInPeriod) => sql`select date, clicks.clicks as amount
      from apps
        join applications on applications.app_id = apps.id and applications.deleted_at is null
        join clicks on clicks.app_id = applications.id and ${areCounted(sql`clicks.status`)} and ${isInPeriod}
      where apps.id = ${app_id} or apps.product_id = ${product_id}`,
    value: sql`sum(amount)`,
  },
  rating: { rows: ({ app_id }, isInPeriod) => ratings(app_id, isInPeriod), value: last },
  position: {
    rows: ({ app_id, keyword, country }, isInPeriod) => sql`select date, position as amount
      from keyword_positions
      where app_id = ${app_id} and lower(keyword_positions.keyword) = lower(${keyword})
        and keyword_positions.country = ${country} and ${isFound} and ${isInPeriod}`,
    value: median('amount'),
  },
} satisfies Record<string, Metric>
