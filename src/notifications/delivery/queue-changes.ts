import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { type MikroORM, transact } from '../../database/transaction.ts'
import { insertRows } from '../../journal/insert.ts'
import { type PortfolioChange, readPortfolioChanges } from '../../portfolio/changes.ts'
import { occurrenceOf, readFollowed } from '../event/occurrence.ts'
import { type Links, payloadOf } from '../event/payload.ts'
import { eventType } from '../event/types.ts'
import { isVisible, type Position, readFrom } from '../feed-position.ts'
import type { StoredWebhook } from '../webhook/webhook.ts'
import { everyEvent } from '../webhook/webhook.ts'
import { changeMessageId, deliveries } from './delivery.ts'

const maxChanges = 200

type Page = {
  changes: PortfolioChange[]
  next_cursor: string
  has_more: boolean
  isRestarted: boolean
  last_at?: string | undefined
}
type Source = Pick<StoredWebhook, 'events' | 'subscription' | 'arguments' | 'credential'>

/** Returns a page of the changes after a position of the feed. For a subscription, those that are its occurrences. */
export function readChangesFrom(read: Read, webhook: Source & Position): Promise<Page> {
  const { events, subscription, arguments: filters, credential } = webhook
  if (subscription === null)
    return readFrom((query) => readPortfolioChanges(read, { ...query, limit: maxChanges }), webhook)
  const followed = {
    type: eventType(String(events[0])),
    arguments: filters ?? {},
    credential: String(credential),
  }
  return readFrom((query) => readFollowed(read, followed, { ...query, limit: maxChanges }), webhook)
}

type Receiver = Source & Pick<StoredWebhook, 'id' | 'snapshot' | 'oldest_at'> & Position

/**
 * Stores the deliveries of a page of changes, and the position after them, unless another server has done so. Returns
 * whether there is something to send.
 */
export async function queueChanges(
  orm: MikroORM,
  links: Links,
  webhook: Receiver,
  { changes, next_cursor, isRestarted, last_at = changes.at(-1)?.at }: Page,
): Promise<boolean> {
  const { id, cursor } = webhook
  if (next_cursor === cursor) return false
  const snapshot = isRestarted ? null : webhook.snapshot
  const chosen = changes.filter((change) => isChosen(webhook, change) && !isVisible(snapshot, change.seq))
  return transact(orm, async (em) => {
    const { numAffectedRows = 0n } = await sql`
      update webhooks set cursor = ${next_cursor}, cursor_at = coalesce(${last_at ?? null}::timestamptz, now()),
        snapshot = ${snapshot}::text
      where id = ${id} and cursor = ${cursor}`.execute(em.getKysely())
    if (numAffectedRows === 0n) return false
    const now = new Date().toISOString()
    const rows = chosen.map((change) => ({
      webhook_id: id,
      ...messageOf(webhook, change, links),
      next_attempt_at: now,
    }))
    if (rows.length > 0) await insertRows(em, deliveries, rows)
    return rows.length > 0
  })
}

function isChosen({ subscription, events, oldest_at }: Receiver, { entity, event, at }: PortfolioChange) {
  if (subscription !== null) return oldest_at === null || at >= oldest_at
  return events.includes(everyEvent) || events.includes(`${entity}.${event}`)
}

function messageOf({ id, subscription, events }: Receiver, change: PortfolioChange, links: Links) {
  if (subscription !== null) {
    const occurrence = occurrenceOf(String(events[0]), change, links)
    const body = JSON.stringify({ ...occurrence, cursor: change.cursor })
    return { message_id: occurrence.eventId, type: occurrence.name, body }
  }
  const type = `${change.entity}.${change.event}`
  const body = JSON.stringify({ type, timestamp: change.at, data: payloadOf(change, links) })
  return { message_id: changeMessageId(id, change), type, body }
}
