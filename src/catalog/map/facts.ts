import { type RawBuilder, sql } from 'kysely'
import { param } from '../../database/statement.ts'
import type { StoredSignal } from '../../portfolio/signal/signal.ts'
import { unresolved } from '../../portfolio/signal/status.ts'
import { severities } from '../../portfolio/vocabulary.ts'
import { values } from '../../record/rules/enumeration.ts'

/** The number of days whose clicks are added up, and compared with as many days before. */
export const mapDays = 28

/** The most urgent unresolved signal of a product. */
export type WorstSignal = Pick<StoredSignal, 'id' | 'title' | 'signal_type' | 'severity'>

/** Clicks of the applications of a product in 28 days and in the 28 days before. */
export type ClickChange = { current: number; previous: number }

const highestFirst = sql`array[${sql.join(values(severities).toReversed().map(sql.lit))}]`

/** The SQL order of unresolved signals: problems and risks before growth points, most severe first, then the oldest. */
export const mostUrgentFirst = sql`(signal_type = 'growth-point'), array_position(${highestFirst}, severity), id`

/** A SELECT of the number of unresolved signals and the worst one by product. */
export const signalsByProduct = sql`select product_id, count(*) as unresolved,
    (array_agg(json_build_object('id', id, 'title', title, 'signal_type', signal_type, 'severity', severity)
      order by ${mostUrgentFirst}))[1] as worst
  from signals where ${unresolved} and product_id is not null group by product_id`

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
