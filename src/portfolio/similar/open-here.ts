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
  const sameTypeFirst =
    values.signal_type === undefined ? sql`` : sql`signal_type = ${param('signal_type')} desc,`
  const here =
    'product_id' in values
      ? sql`product_id = ${param('product_id')}`
      : sql`(direction_id = ${param('direction_id')}
          or product_id in (select id from products where direction_id = ${param('direction_id')}))`
  const newest = sql<OpenSignal>`
    select id, title, severity, status from signals
    where ${here} and ${isUnresolved}
    order by ${sameTypeFirst} id desc limit ${sql.lit(maxOpen)}`
  return sql<OpenSignal[]>`${jsonRows(newest)} as open_here`
}

/** Returns the rows of a SELECT as a list in one column. */
export function jsonRows<Row>(select: RawBuilder<Row>): RawBuilder<Row[]> {
  return sql<Row[]>`(select coalesce(json_agg(item), '[]') from (${select}) as item)`
}
