import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { param } from '../../database/statement.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { Id } from '../../record/rules/id.ts'
import { prose } from '../../record/rules/prose.ts'
import { isUnresolved } from '../urgency.ts'
import { severities, signalStatuses } from '../vocabulary.ts'
import type { PlaceValues } from './place.ts'

const maxOpen = 5

/** An unresolved signal of the product or direction of a new record. */
export const OpenSignal = z.object({
  id: Id,
  title: prose(255),
  severity: enumOf(severities),
  status: enumOf(signalStatuses),
})
export type OpenSignal = z.output<typeof OpenSignal>

/** Returns the newest unresolved signals of a place as one column of a SELECT, first the signals of `signal_type`. */
export function openHere(
  values: PlaceValues & { signal_type?: string | undefined },
): RawBuilder<OpenSignal[]> {
  const isOfType = sql`signal_type = ${param('signal_type')}`
  const open = (place: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    (select id, title, severity, status, signal_type from signals
    where ${place} and ${isUnresolved} and ${condition} order by id desc limit ${sql.lit(maxOpen)})`
  // An index has the newest of each product, however many there are.
  const here = (condition: RawBuilder<unknown>) =>
    'product_id' in values
      ? open(sql`product_id = ${param('product_id')}`, condition)
      : sql`${open(sql`direction_id = ${param('direction_id')}`, condition)} union all
          select signal.* from products cross join lateral ${open(sql`product_id = products.id`, condition)} as signal
          where products.direction_id = ${param('direction_id')}`
  const newest =
    values.signal_type === undefined
      ? sql`(${here(sql`true`)}) as signal order by id desc`
      : sql`(${here(isOfType)} union (${here(sql`true`)})) as signal order by ${isOfType} desc, id desc`
  return sql<OpenSignal[]>`${jsonRows(
    sql<OpenSignal>`select id, title, severity, status from ${newest} limit ${sql.lit(maxOpen)}`,
  )} as open_here`
}

/** Returns the rows of a SELECT as a list in one column. */
export function jsonRows<Row>(select: RawBuilder<Row>): RawBuilder<Row[]> {
  return sql<Row[]>`(select coalesce(json_agg(item), '[]') from (${select}) as item)`
}
