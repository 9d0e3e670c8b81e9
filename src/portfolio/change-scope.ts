import { type RawBuilder, sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { all, param, statement } from '../database/statement.ts'
import type { Scope } from '../journal/change-feed/select.ts'
import { type KindName, kindNames, kinds } from './kinds.ts'
import { directionId } from './list/filter.ts'

// Which records a product or a direction has changes of.

type Slugs = { product_slug?: string | undefined; direction_slug?: string | undefined }

/** The ids of what a product or a direction consists of, and the places that proposals about it name. */
export type ChangePlace = {
  product_ids: number[]
  app_ids: number[]
  /** The history entries by which an app or a product left it. */
  departure_ids: number[]
  /** Null for a product, which has no records of its direction but rules. */
  direction_id: number | null
  rules_direction_id: number
  proposal_places: string[]
}

/**
 * Returns the place that the slugs of a query name; of both, the product if it is in the direction. Undefined if there is
 * none. The feed gets ids, because the best plan depends on how many records they have.
 */
export async function readChangePlace(read: Read, slugs: Slugs): Promise<ChangePlace | undefined> {
  const [place] = await read(selectPlace(slugs))
  return place
}

// Without them a reader who follows a product would not see that its app left it.
const leaves = (place: 'product_id' | 'direction_id') =>
  sql`(changes #>> ${sql.lit(`{${place},from}`)})::bigint`

const selectPlace = statement(
  'portfolio_changes.place',
  { product_slug: 'qr-scanner', direction_slug: 'documents-qr' },
  ({ product_slug, direction_slug }: Slugs) => sql<ChangePlace>`
    select product_ids, direction_id, rules_direction_id,
      array(select id from apps where product_id = any(product_ids) or direction_id = place.direction_id) as app_ids,
      array(select id from history where record_type in ('app', 'product') and (
        ${leaves('product_id')} = any(product_ids) or ${leaves('direction_id')} = place.direction_id)) as departure_ids,
      array['rules', 'rules of direction:' || rules_direction_id, 'direction:' || direction_id]
        || array(select 'product:' || id from unnest(product_ids) as id) as proposal_places
    from (${product_slug === undefined ? ofDirection : ofProduct(direction_slug)}) as place`,
)

const ofDirection = sql`
  select array(select id from products where direction_id = directions.id) as product_ids,
    id as direction_id, id as rules_direction_id
  from directions where id = ${directionId}`

function ofProduct(direction_slug: string | undefined) {
  return sql`select array[id] as product_ids, null::bigint as direction_id, direction_id as rules_direction_id
    from products where ${all([
      sql`slug = ${param('product_slug')}`,
      direction_slug !== undefined && sql`direction_id = ${directionId}`,
    ])}`
}

const isOfProducts = sql`product_id = any(${param('product_ids')}::bigint[])`
const isOfDirection = sql`direction_id = ${param('direction_id')}::bigint`
const isOfApps = sql`app_id = any(${param('app_ids')}::bigint[])`
const isOfPlace = sql`(${isOfProducts} or ${isOfDirection})`

const isDeparture = sql`history.id = any(${param('departure_ids')}::bigint[])`

const scope: Scope = {
  ...Object.fromEntries(kindNames.map((kind) => [kind, among(kind, isOfPlace)])),
  ...Object.fromEntries(
    (['signal', 'insight', 'decision', 'task'] as const).map((kind) => [
      kind,
      among(kind, sql`(${isOfPlace} or ${isOfApps})`),
    ]),
  ),
  direction: sql`record_id = ${param('direction_id')}::bigint`,
  product: sql`(record_id = any(${param('product_ids')}::bigint[]) or ${isDeparture})`,
  app: sql`(record_id = any(${param('app_ids')}::bigint[]) or ${isDeparture})`,
  // The rules in whose scope the place is.
  canon_rule: among(
    'canon_rule',
    sql`(${isOfProducts} or (product_id is null
      and (direction_id is null or direction_id = ${param('rules_direction_id')}::bigint)))`,
  ),
  proposal: sql`record_id in (select id from proposals where places && ${param('proposal_places')}::text[])`,
}

/** Returns the records that a query with these values selects. Undefined for the whole portfolio. */
export function changeScope(values: Partial<ChangePlace>): Scope | undefined {
  return values.product_ids && scope
}

function among(kind: KindName, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`record_id in (select id from ${sql.table(kinds[kind].table)} where ${condition})`
}
