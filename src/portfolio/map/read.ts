import { type RawBuilder, sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement, tables } from '../../database/statement.ts'
import { values } from '../../record/rules/enumeration.ts'
import { overdueReview, overdueTask } from '../overdue.ts'
import type { StoredProduct } from '../product/product.ts'
import type { StoredSignal } from '../signal/signal.ts'
import { unresolved } from '../signal/status.ts'
import { severities } from '../vocabulary.ts'

/** The number of days whose clicks are added up, and compared with as many days before. */
export const mapDays = 28

/** The most urgent unresolved signal of a product. */
type WorstSignal = Pick<StoredSignal, 'id' | 'title' | 'signal_type' | 'severity'>

/** A product on the map: where it stands, how it is, and how many people reach it. */
export type MappedProduct = Pick<
  StoredProduct,
  'id' | 'slug' | 'name' | 'portfolio_status' | 'is_favorite'
> & {
  direction: { id: number; slug: string; name: string }
  unresolved: number
  /** Problems and risks come before growth points, which harm nobody. */
  worst: WorstSignal | null
  /** Without rejected clicks. Null if no application of the product has any in the 56 days. */
  clicks: { current: number; previous: number } | null
  /** The latest installs band of each app that has one. */
  installs: string[]
  overdue_tasks: number
  overdue_reviews: number
}

/** Returns every product with what the map shows of it on a day, by one statement, ordered by direction and name. */
export function readMap(read: Read, today: string): Promise<MappedProduct[]> {
  return read(selectMap({ today }))
}

const today = sql`${param('today')}::date`

const highestFirst = sql`array[${sql.join(values(severities).toReversed().map(sql.lit))}]`

/** The SQL order of the unresolved signals of a product: problems and risks first, most severe first, then the oldest. */
const mostUrgentFirst = sql`(signal_type = 'growth-point'), array_position(${highestFirst}, severity), id`

const signalsByProduct = sql`select product_id, count(*) as unresolved,
    (array_agg(json_build_object('id', id, 'title', title, 'signal_type', signal_type, 'severity', severity)
      order by ${mostUrgentFirst}))[1] as worst
  from signals where ${unresolved} and product_id is not null group by product_id`

const clicksByProduct = sql`select apps.product_id,
    coalesce(sum(clicks.clicks) filter (where date > ${today} - ${sql.lit(mapDays)}), 0) as current,
    coalesce(sum(clicks.clicks) filter (where date <= ${today} - ${sql.lit(mapDays)}), 0) as previous
  from clicks
    join applications on applications.id = clicks.app_id and applications.deleted_at is null
    join apps on apps.id = applications.app_id
  where date > ${today} - ${sql.lit(2 * mapDays)} and date <= ${today} and clicks.status <> 'rejected'
  group by apps.product_id`

const installsByProduct = sql`select product_id, json_agg(installs_band order by apps.id) as installs
  from apps cross join lateral (
    select installs_band from store_truth
    where app_id = apps.id and installs_band is not null order by date desc limit 1
  ) as latest
  group by product_id`

const countByProduct = (table: string, condition: RawBuilder<boolean>) =>
  sql`select product_id, count(*) as count from ${sql.table(table)} where ${condition} group by product_id`

const selectMap = statement((query: { today: string }) => ({
  compile: () =>
    sql<MappedProduct>`
      select product.id, product.slug, product.name, product.portfolio_status, product.is_favorite,
        json_build_object('id', direction.id, 'slug', direction.slug, 'name', direction.name) as direction,
        coalesce(signal.unresolved, 0) as unresolved, signal.worst,
        case when click.product_id is not null then
          json_build_object('current', click.current, 'previous', click.previous) end as clicks,
        coalesce(installed.installs, '[]') as installs,
        coalesce(task.count, 0) as overdue_tasks, coalesce(review.count, 0) as overdue_reviews
      from products as product
        join directions as direction on direction.id = product.direction_id
        left join (${signalsByProduct}) as signal on signal.product_id = product.id
        left join (${clicksByProduct}) as click on click.product_id = product.id
        left join (${installsByProduct}) as installed on installed.product_id = product.id
        left join (${countByProduct('tasks', overdueTask(query))}) as task on task.product_id = product.id
        left join (${countByProduct('decisions', overdueReview(query))}) as review on review.product_id = product.id
      order by direction.id, product.name, product.id`.compile(tables()),
}))
