import { type RawBuilder, sql } from 'kysely'

/** Returns the condition that a row of clicks counts: rejected ones do not. `status` is its column. */
export function areCounted(status: RawBuilder<unknown> = sql`status`): RawBuilder<boolean> {
  return sql`${status} <> 'rejected'`
}
