import { sql } from 'kysely'
import type pg from 'pg'
import type { Read } from '../database/read.ts'
import { statement, statementOf } from '../database/statement.ts'
import { type Phrase, phrase } from '../language/phrase.ts'
import { type StoredMessage, storedMessage } from '../language/stored-phrase.ts'
import { storedReason } from './reason.ts'

/** What gets notifications: a webhook or a channel. */
export type ReceiverKind = 'webhook' | 'channel'

/** A receiver that is on and that no server sends to now. `is_due` is null if nothing waits for it. */
export type IdleReceiver = { id: number; is_due: boolean | null; failing_since: string | null }

/** Whether the first delivery that waits for a receiver is due; null if none waits. */
export const isDue = (kind: ReceiverKind) =>
  sql<boolean | null>`(select next_attempt_at <= now() from deliveries
    where ${sql.ref(`${kind}_id`)} = ${sql.ref(`${kind}.id`)} and result = 'waiting' order by id limit 1)`.as(
    'is_due',
  )

/** Whether it is on, and no server sends to it now. */
export const isFree = sql<boolean>`(state = 'on' and coalesce(sender_until < now(), true))`

/** The latest attempt of a receiver. */
export type LastDelivery = {
  result: 'waiting' | 'delivered' | 'failed'
  status: number | null
  last_attempt_at: string | null
}

/** How many deliveries wait for a receiver. */
export const waitingOf = (kind: ReceiverKind) =>
  sql<number>`(select count(*) from deliveries
    where ${sql.ref(`${kind}_id`)} = ${sql.ref(`${kind}.id`)} and result = 'waiting')`.as('waiting')

/** The latest attempt of a receiver. */
export const lastOf = (kind: ReceiverKind) =>
  sql<LastDelivery | null>`(select jsonb_build_object('result', result, 'status', status, 'last_attempt_at', last_attempt_at)
    from deliveries where ${sql.ref(`${kind}_id`)} = ${sql.ref(`${kind}.id`)} and last_attempt_at is not null
    order by last_attempt_at desc, id desc limit 1)`.as('last_delivery')

/** Webhooks and channels that are paused, or have been failing for an hour, all for the same reason. */
export type FailingReceivers = {
  state: 'paused' | 'on'
  reason: StoredMessage
  receivers: { kind: ReceiverKind; id: number; name: string }[]
}

const unexpected = sql`${sql.lit(JSON.stringify(storedMessage(phrase('notifications.unexpected'))))}::jsonb`

const failing = (kind: ReceiverKind) => sql`
  select ${sql.lit(kind)} as kind, id, name, state, case when state = 'paused' then ${storedReason('state_reason')} else coalesce(
      (select ${storedReason('failure')} from deliveries
        where ${sql.ref(`${kind}_id`)} = receiver.id and result = 'waiting' order by id limit 1), ${unexpected}) end as reason
  from ${sql.table(`${kind}s`)} as receiver
  where state = 'paused' or (state = 'on' and failing_since < now() - interval '1 hour')`

const selectFailing = statement(
  'receivers.failing',
  {},
  () => sql<FailingReceivers>`
      select state, reason,
        jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'name', name) order by kind desc, id) as receivers
      from (${failing('webhook')} union all ${failing('channel')}) as receiver
      group by state, reason order by state desc, reason`,
)

/** Returns the webhooks and channels that an admin must look at. */
export function listFailingReceivers(read: Read): Promise<FailingReceivers[]> {
  return read(selectFailing({}))
}

const restored = phrase('notifications.restored')
const subscriptionRestored = phrase('notifications.subscriptionRestored')

/**
 * Pauses the webhooks and channels of a restored backup, which the original server may still send to. A channel of an
 * earlier version cannot be paused, so it is switched off.
 */
export async function pauseRestored(
  client: pg.Client,
  { tables }: { tables: { name: string; columns: string[] }[] },
): Promise<void> {
  for (const { name, columns } of tables) {
    // The tables have the columns of the backup, which may be of an earlier version.
    const reasonAs = (text: (reason: Phrase) => string) =>
      columns.includes('subscription')
        ? sql`case when subscription is null then ${text(restored)} else ${text(subscriptionRestored)} end`
        : sql`${text(restored)}`
    const withPhrase = columns.includes('state_reason_phrase')
      ? sql`, state_reason_phrase = (${reasonAs((reason) => JSON.stringify(storedMessage(reason)))})::jsonb`
      : sql``
    if (name === 'webhooks' || (name === 'channels' && columns.includes('state_reason')))
      await client.query(
        statementOf(
          sql`update ${sql.table(name)} set state = 'paused', state_reason = ${reasonAs(String)}${withPhrase} where state <> 'off'`,
        ),
      )
    else if (name === 'channels') await client.query(`update channels set state = 'off'`)
  }
}
