import { sql } from 'kysely'

/** SQL condition on a row of `signals`: the signal is neither resolved nor dismissed. */
export const isUnresolved = `"status" in ('open', 'acknowledged', 'in-progress')`

/** The same condition in a query. */
export const unresolved = sql<boolean>`${sql.raw(isUnresolved)}`
