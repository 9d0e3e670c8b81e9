import { type RawBuilder, sql } from 'kysely'
import { param } from '../../database/statement.ts'
import type { StoredSignal } from '../../portfolio/signal/signal.ts'
import { isUnresolved } from '../../portfolio/urgency.ts'
import { severities } from '../../portfolio/vocabulary.ts'
import { values } from '../../record/rules/enumeration.ts'
import { type ComparedPeriods, comparedPeriods, daysAfter } from '../../record/rules/period.ts'

/** The number of days whose clicks are added up, and compared with as many days before. */
export const mapDays = 28

/** Returns the 28 days until a day, and the 28 days before them. */
export function mapPeriods(today: string): ComparedPeriods {
  return comparedPeriods({ date_from: daysAfter(today, 1 - mapDays), date_to: today })
}

/** The most urgent unresolved signal of a product. */
export type WorstSignal = Pick<StoredSignal, 'id' | 'title' | 'signal_type' | 'severity'>

/** Clicks of the applications of a product in 28 days and in the 28 days before. */
export type ClickChange = { current: number; previous: number }

const highestFirst = sql`array[${sql.join(values(severities).toReversed().map(sql.lit))}]`

/** The SQL order of unresolved signals: problems and risks before growth points, most severe first, then the oldest. */
export const mostUrgentFirst = sql`(signal_type = 'growth-point'), array_position(${highestFirst}, severity), id`

// The same order as one number, in whose lower bits the id is. A minimum costs less than an order within each group, and
// is read from an index alone.
const idBits = sql.lit(48)
const urgencyKey = sql`(((case signal_type when 'growth-point' then ${sql.lit(values(severities).length)} else 0 end
  + array_position(${highestFirst}, severity))::bigint << ${idBits}) + id)`

/** A SELECT of the number of unresolved signals and the id of the worst one by product. */
export const signalsByProduct = sql`select product_id, count(*) as unresolved,
    min(${urgencyKey}) & ((1::bigint << ${idBits}) - 1) as worst_id
  from signals where ${isUnresolved} and product_id is not null group by product_id`

const today = sql`${param('today')}::date`

/** Returns a SELECT of the clicks by product, without rejected ones, for the products that meet a condition. */
export function clicksByProduct(condition: RawBuilder<unknown>) {
  return sql`select apps.product_id,
      coalesce(sum(clicks.clicks) filter (where date > ${today} - ${sql.lit(mapDays)}), 0) as current,
      coalesce(sum(clicks.clicks) filter (where date <= ${today} - ${sql.lit(mapDays)}), 0) as previous
    from clicks
      join applications on applications.id = clicks.app_id and applications.deleted_at is null
      join apps on apps.id = applications.app_id
    where date > ${today} - ${sql.lit(2 * mapDays)} and date <= ${today} and clicks.status <> 'rejected'
      and ${condition}
    group by apps.product_id`
}

/** Returns a SELECT of the number of rows of a table by product. */
export function countByProduct(table: string, condition: RawBuilder<boolean>) {
  return sql`select product_id, count(*) as count from ${sql.table(table)} where ${condition} group by product_id`
}
