import { type RawBuilder, sql } from 'kysely'
import { param } from '../../database/statement.ts'
import type { KindName } from '../kinds.ts'
import { isPending } from '../urgency.ts'
import type { PlaceValues } from './record.ts'

// However many proposals wait, only the newest of a kind and the newest batches are compared. An index has both.
const maxOfKind = 200
const maxBatches = 50

/**
 * Returns the SELECT of the records that waiting proposals would create: the id of the proposal, the title of the record,
 * its place, and its fields as `changes`.
 */
export function proposedRecords(kind: KindName): RawBuilder<unknown> {
  const newest = (condition: RawBuilder<unknown>, limit: number) => sql`
    (select id, targets from proposals as record where ${isPending} and ${condition} order by id desc limit ${sql.lit(limit)})`
  const reference = (name: string) =>
    sql`(target->'changes'->${sql.lit(name)}->>'to')::bigint as ${sql.ref(name)}`
  return sql`
    select waiting.id, target->>'title' as title, target->'changes' as changes,
      ${reference('product_id')}, ${reference('direction_id')}, ${reference('app_id')}
    from (${newest(sql`kind = ${sql.lit(kind)}`, maxOfKind)} union all ${newest(sql`kind is null`, maxBatches)}) as waiting
      cross join lateral jsonb_array_elements(targets) as target
    where target->>'kind' = ${sql.lit(kind)} and target->>'id' is null`
}

/** SQL of the proposed value of a field, as text, from the column `changes` of `proposedRecords`. */
export function proposedField(name: string): RawBuilder<string | null> {
  return sql`(changes->${sql.lit(name)}->>'to')`
}

/** Returns the condition that a proposed record has the place of a new one, as `inPlace` compares stored records. */
export function proposedInPlace(values: PlaceValues): RawBuilder<boolean> {
  return 'product_id' in values
    ? sql`(product_id = ${param('product_id')}
        or direction_id = (select direction_id from products where id = ${param('product_id')}))`
    : sql`(direction_id = ${param('direction_id')}
        or product_id in (select id from products where direction_id = ${param('direction_id')}))`
}
