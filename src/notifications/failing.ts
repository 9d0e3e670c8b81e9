import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import type { ReceiverKind } from './due.ts'

/** Webhooks and channels that are paused, or have been failing for an hour, all for the same reason. */
export type FailingReceivers = {
  state: 'paused' | 'on'
  reason: string
  receivers: { kind: ReceiverKind; id: number; name: string }[]
}

const failing = (kind: ReceiverKind) => sql`
  select ${sql.lit(kind)} as kind, id, name, state, case when state = 'paused' then state_reason else coalesce(
      (select failure from deliveries where ${sql.ref(`${kind}_id`)} = receiver.id and result = 'waiting' order by id limit 1),
      'An unexpected error, which the log of the server has.') end as reason
  from ${sql.table(`${kind}s`)} as receiver
  where state = 'paused' or (state = 'on' and failing_since < now() - interval '1 hour')`

const selectFailing = statement((_: Record<string, never>) => ({
  compile: () =>
    sql<FailingReceivers>`
      select state, reason,
        jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'name', name) order by kind desc, id) as receivers
      from (${failing('webhook')} union all ${failing('channel')}) as receiver
      group by state, reason order by state desc, reason`.compile(db),
}))

/** Returns the webhooks and channels that an admin must look at. */
export function listFailingReceivers(read: Read): Promise<FailingReceivers[]> {
  return read(selectFailing({}))
}
