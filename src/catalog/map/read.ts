import { type RawBuilder, sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { periodSums } from '../../metrics/click-sums.ts'
import type { StoredProduct } from '../../portfolio/product/product.ts'
import type { StoredSignal } from '../../portfolio/signal/signal.ts'
import { isUnresolved, overdueReview, overdueTask } from '../../portfolio/urgency.ts'
import { severities } from '../../portfolio/vocabulary.ts'
import { values } from '../../record/rules/enumeration.ts'
import { type ComparedPeriods, lastFullDays } from '../../record/rules/period.ts'

/** The most urgent unresolved signal of a product. */
export type WorstSignal = Pick<StoredSignal, 'id' | 'title' | 'signal_type' | 'severity'>

/** Clicks of the applications of a product in the last 28 full days and in the 28 days before. */
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
const signalsByProduct = sql`select product_id, count(*) as unresolved,
    min(${urgencyKey}) & ((1::bigint << ${idBits}) - 1) as worst_id
  from signals where ${isUnresolved} and product_id is not null group by product_id`

/** Returns a SELECT of the number of rows of a table by product. */
function countByProduct(table: string, condition: RawBuilder<boolean>) {
  return sql`select product_id, count(*) as count from ${sql.table(table)} where ${condition} group by product_id`
}

/** A product on the map: where it stands, how it is, and how many people reach it. */
export type MappedProduct = Pick<
  StoredProduct,
  'id' | 'slug' | 'name' | 'portfolio_status' | 'is_favorite'
> & {
  direction: { id: number; slug: string; name: string }
  unresolved: number
  /** Problems and risks come before growth points, which do no harm. */
  worst: WorstSignal | null
  /** Null if no application of the product has any. */
  clicks: ClickChange | null
  /** The latest installs band of each app that has one. */
  installs: string[]
  overdue_tasks: number
  overdue_reviews: number
}

/** Returns every product with what the map shows of it on a day, by one statement, ordered by direction and name. */
export function readMap(read: Read, today: string): Promise<MappedProduct[]> {
  return read(selectMap({ ...lastFullDays(today), today }))
}

// From the running totals of the months, because the map adds up the clicks of all applications.
const clicksOfProducts = sql`select linked.product_id,
    coalesce(sum(parts.clicks) filter (where is_current), 0)::bigint as current,
    coalesce(sum(parts.clicks) filter (where not is_current), 0)::bigint as previous
  from parts join (
    select applications.id::text as key, apps.product_id
    from applications join apps on apps.id = applications.app_id where applications.deleted_at is null
  ) as linked on linked.key = parts.key
  group by linked.product_id`

const installsByProduct = sql`select product_id, json_agg(installs_band order by apps.id) as installs
  from apps cross join lateral (
    select installs_band from store_truth
    where app_id = apps.id and installs_band is not null order by date desc limit 1
  ) as latest
  group by product_id`

const selectMap = statement(
  'map.products',
  {
    before_from: '2026-10-02',
    before_to: '2026-10-31',
    from: '2026-11-01',
    to: '2026-11-30',
    today: '2026-11-21',
  },
  (query: ComparedPeriods & { today: string }) => sql<MappedProduct>`
      with ${periodSums({ by: 'application' })}
      select product.id, product.slug, product.name, product.portfolio_status, product.is_favorite,
        json_build_object('id', direction.id, 'slug', direction.slug, 'name', direction.name) as direction,
        coalesce(signal.unresolved, 0) as unresolved,
        case when worst.id is not null then json_build_object('id', worst.id, 'title', worst.title,
          'signal_type', worst.signal_type, 'severity', worst.severity) end as worst,
        case when click.product_id is not null then
          json_build_object('current', click.current, 'previous', click.previous) end as clicks,
        coalesce(installed.installs, '[]') as installs,
        coalesce(task.count, 0) as overdue_tasks, coalesce(review.count, 0) as overdue_reviews
      from products as product
        join directions as direction on direction.id = product.direction_id
        left join (${signalsByProduct}) as signal on signal.product_id = product.id
        left join signals as worst on worst.id = signal.worst_id
        left join (${clicksOfProducts}) as click on click.product_id = product.id
        left join (${installsByProduct}) as installed on installed.product_id = product.id
        left join (${countByProduct('tasks', overdueTask(query))}) as task on task.product_id = product.id
        left join (${countByProduct('decisions', overdueReview(query))}) as review on review.product_id = product.id
      order by direction.id, product.name, product.id`,
)
