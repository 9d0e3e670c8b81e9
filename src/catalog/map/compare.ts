import { type RawBuilder, sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { areCounted } from '../../metrics/clicks.ts'
import type { StoredApp } from '../../portfolio/app/app.ts'
import type { CanonRule } from '../../portfolio/canon-rule/canon-rule.ts'
import { ruleScope } from '../../portfolio/canon-rule/read.ts'
import type { StoredDecision } from '../../portfolio/decision/decision.ts'
import type { StoredKeywordPosition } from '../../portfolio/keyword-position/keyword-position.ts'
import type { StoredProduct } from '../../portfolio/product/product.ts'
import type { StoredSignal } from '../../portfolio/signal/signal.ts'
import type { StoredStoreTruth } from '../../portfolio/store-truth/store-truth.ts'
import type { StoredTask } from '../../portfolio/task/task.ts'
import { isTrusted } from '../../portfolio/trust.ts'
import {
  decisionUrgency,
  isUnfinished,
  isUnresolved,
  overdueReview,
  overdueTask,
  taskUrgency,
} from '../../portfolio/urgency.ts'
import { type ComparedPeriods, lastFullDays } from '../../record/rules/period.ts'
import { type ClickChange, mostUrgentFirst, type WorstSignal } from './read.ts'

/** The number of products that are compared. */
export const comparedProducts = { min: 2, max: 5 } as const
/** The maximum number of records of a kind that are listed of each product. */
const maxListed = 5
const maxApps = 20
const maxRules = 50
// A keyword that was not measured within this time before the latest measurement of its app is left out.
const recentDays = 7
const maxRecent = 1000

type ComparedApp = Pick<StoredApp, 'id' | 'name' | 'platform' | 'implementation_status'> & {
  /** What its store showed last. */
  truth: Pick<
    StoredStoreTruth,
    'date' | 'version' | 'rating' | 'ratings_count' | 'installs_band' | 'price' | 'status'
  > | null
}

/** A list that is cut, with the number of all records. */
type Cut<Item> = { total: number; items: Item[] }

/** A product beside others. */
export type ComparedProduct = Pick<
  StoredProduct,
  'id' | 'slug' | 'name' | 'portfolio_status' | 'product_focus' | 'health_state' | 'next_step'
> & {
  direction: { id: number; name: string }
  apps: ComparedApp[]
  clicks: ClickChange | null
  /** The clicks of each of the last full days. Empty if no application of the product has any. */
  click_days: { date: string; clicks: number }[]
  /** The number of unresolved signals of each severity that has any. */
  signals: (Pick<StoredSignal, 'severity' | 'signal_type'> & { count: number })[]
  worst: WorstSignal[]
  /** The best latest positions. */
  keywords: (Pick<StoredKeywordPosition, 'keyword' | 'country' | 'position' | 'date'> &
    Pick<StoredApp, 'platform'>)[]
  decisions: Cut<Pick<StoredDecision, 'id' | 'title' | 'decision_type' | 'review_at'> & { overdue: boolean }>
  tasks: Cut<Pick<StoredTask, 'id' | 'title' | 'priority' | 'due_at'> & { overdue: boolean }>
  /** The active rules that bind it, the approved ones first. */
  rules: Pick<CanonRule, 'id' | 'title' | 'scope' | 'trusted'>[]
}

/** Returns the products that `keys` name by ids or slugs, as they are on the day `today`, in this order, by one
 * statement. Others are left out. */
export function compareProducts(
  read: Read,
  query: { keys: string[]; today: string },
): Promise<ComparedProduct[]> {
  return read(selectCompared({ ...query, ...lastFullDays(query.today) }))
}

const wanted = sql`select products.id, min(key.place) as place
  from unnest(${param('keys')}::text[]) with ordinality as key (text, place)
    join products on products.slug = key.text
      or products.id = substring(key.text from '^[0-9]{1,18}$')::bigint
  group by products.id`
const ofProduct = sql`product_id = product.id`

const list = (items: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(item), '[]') from (${items}) as item)`

// The records of a table that meet a condition: their number, and the first ones in an order.
function cut(
  table: string,
  columns: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  order: readonly RawBuilder<unknown>[],
) {
  const matching = sql`from ${sql.table(table)} where ${ofProduct} and ${condition}`
  return sql`json_build_object('total', (select count(*) ${matching}), 'items', ${list(sql`select ${columns} ${matching}
    order by ${sql.join(order)} limit ${sql.lit(maxListed)}`)})`
}

const apps = list(sql`select id, name, platform, implementation_status, (
    select json_build_object('date', date, 'version', version, 'rating', rating, 'ratings_count', ratings_count,
      'installs_band', installs_band, 'price', price, 'status', status)
    from store_truth where app_id = app.id order by date desc limit 1
  ) as truth
  from apps as app where ${ofProduct} order by id limit ${sql.lit(maxApps)}`)

const signals = list(sql`select severity, signal_type, count(*) as count
  from signals where ${ofProduct} and ${isUnresolved} group by severity, signal_type`)

const worst =
  list(sql`select id, title, signal_type, severity from signals where ${ofProduct} and ${isUnresolved}
  order by ${mostUrgentFirst} limit ${sql.lit(maxListed)}`)

const keywords = list(sql`select keyword, country, position, date, platform from (
    select distinct on (app.id, lower(keyword), country) keyword, country, position, recent.date, app.platform
    from (select id, platform from apps where ${ofProduct} order by id limit ${sql.lit(maxApps)}) as app,
    lateral (select max(date) as day from keyword_positions where app_id = app.id) as last,
    lateral (
      select keyword, country, position, date from keyword_positions
      where app_id = app.id and date > last.day - ${sql.lit(recentDays)} order by date desc, id desc
      limit ${sql.lit(maxRecent)}
    ) as recent
    order by app.id, lower(keyword), country, recent.date desc
  ) as latest
  where position is not null order by position, keyword, country limit ${sql.lit(maxListed)}`)

const rules =
  list(sql`select id, title, ${ruleScope} as scope, ${isTrusted} as trusted from canon_rules as record
  where status = 'active' and (product_id is null or ${ofProduct})
    and (direction_id is null or direction_id = product.direction_id)
  order by ${isTrusted} desc, id desc limit ${sql.lit(maxRules)}`)

// The clicks of each product on each day of both periods, without rejected ones.
const clicksPerDay = sql`select apps.product_id, clicks.date, sum(clicks.clicks)::bigint as clicks
  from clicks
    join applications on applications.id = clicks.app_id and applications.deleted_at is null
    join apps on apps.id = applications.app_id and apps.product_id in (select id from wanted)
  where clicks.date >= ${param('before_from')}::date and clicks.date <= ${param('to')}::date
    and ${areCounted(sql`clicks.status`)}
  group by apps.product_id, clicks.date`

const clicks = sql`(select json_build_object(
    'current', coalesce(sum(daily.clicks) filter (where date >= ${param('from')}::date), 0),
    'previous', coalesce(sum(daily.clicks) filter (where date <= ${param('before_to')}::date), 0))
  from daily where ${ofProduct} having count(*) > 0)`

const clickDays = list(sql`select day::date as date, coalesce(daily.clicks, 0) as clicks
  from generate_series(${param('from')}::date, ${param('to')}::date, interval '1 day') as day
    left join daily on daily.date = day::date and daily.product_id = product.id
  where exists (select from daily where ${ofProduct}) order by day`)

const selectCompared = statement(
  'map.compare',
  {
    keys: ['qr-scanner', '7'],
    today: '2026-11-21',
    before_from: '2026-09-26',
    before_to: '2026-10-23',
    from: '2026-10-24',
    to: '2026-11-20',
  },
  (query: ComparedPeriods & { keys: string[]; today: string }) => sql<ComparedProduct>`
      with wanted as materialized (${wanted}), daily as materialized (${clicksPerDay})
      select product.id, product.slug, product.name, product.portfolio_status, product.product_focus,
        product.health_state, product.next_step,
        json_build_object('id', direction.id, 'name', direction.name) as direction,
        ${clicks} as clicks, ${clickDays} as click_days,
        ${apps} as apps, ${signals} as signals, ${worst} as worst, ${keywords} as keywords, ${rules} as rules,
        ${cut('decisions', sql`id, title, decision_type, review_at, ${overdueReview(query)} as overdue`, sql`status = 'active'`, decisionUrgency)} as decisions,
        ${cut('tasks', sql`id, title, priority, due_at, ${overdueTask(query)} as overdue`, isUnfinished(), taskUrgency)} as tasks
      from wanted join products as product on product.id = wanted.id
        join directions as direction on direction.id = product.direction_id
      order by wanted.place`,
)
