import { sql } from 'kysely'
import { param } from '../database/statement.ts'
import { startOfDay, todayIn } from '../record/time-zone.ts'
import { kindNames, kinds } from './kinds.ts'

/** The days without a change after which a product counts as untouched. */
export const untouchedDays = 30

/** Returns the moment since when an untouched product has not been changed, in a time zone. */
export function untouchedSince(zone: string): string {
  return startOfDay(zone, todayIn(zone, -untouchedDays))
}

const tables = kindNames
  .filter((kind) => kind !== 'product' && kind !== 'direction')
  .map((kind) => sql.table(kinds[kind].table))
const since = sql`${param('untouched_since')}::timestamptz`

/**
 * Returns the condition that a product, a row of the alias, has the status core or next and was not changed since the value
 * `untouched_since`, nor any of its records.
 */
export function isUntouched(product: string) {
  const id = sql.ref(`${product}.id`)
  const none = tables.map(
    (table) => sql`not exists (select from ${table} where product_id = ${id} and updated_at >= ${since})`,
  )
  return sql<boolean>`(${sql.ref(`${product}.portfolio_status`)} in ('core', 'next')
    and ${sql.ref(`${product}.updated_at`)} < ${since} and ${sql.join(none, sql` and `)})`
}

/** Returns the time at which a product, a row of the alias, or one of its records was changed last. */
export function lastChange(product: string) {
  const latest = tables.map(
    (table) => sql`(select max(updated_at) from ${table} where product_id = ${sql.ref(`${product}.id`)})`,
  )
  return sql`greatest(${sql.ref(`${product}.updated_at`)}, ${sql.join(latest)})`
}
