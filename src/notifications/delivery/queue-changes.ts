import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { type MikroORM, transact } from '../../database/transaction.ts'
import { insertRows } from '../../journal/insert.ts'
import { type PortfolioChange, readPortfolioChanges } from '../../portfolio/changes.ts'
import { isVisible, type Position, readFrom } from '../feed-position.ts'
import type { NotificationSettings } from '../settings.ts'
import type { StoredWebhook } from '../webhook/webhook.ts'
import { everyEvent } from '../webhook/webhook.ts'
import { changeMessageId, deliveries } from './delivery.ts'

const maxChanges = 200

type Page = { changes: PortfolioChange[]; next_cursor: string; has_more: boolean; isRestarted: boolean }

/** Returns a page of the changes after a position of the feed. */
export function readChangesFrom(read: Read, position: Position): Promise<Page> {
  return readFrom((query) => readPortfolioChanges(read, { ...query, limit: maxChanges }), position)
}

type Links = Pick<NotificationSettings, 'publicUrl' | 'pagePath'>
type Receiver = Pick<StoredWebhook, 'id' | 'events' | 'snapshot'> & Position

/**
 * Stores the deliveries of a page of changes, and the position after them, unless another server has done so. Returns
 * whether there is something to send.
 */
export async function queueChanges(
  orm: MikroORM,
  links: Links,
  webhook: Receiver,
  { changes, next_cursor, isRestarted }: Page,
): Promise<boolean> {
  const { id, cursor } = webhook
  if (next_cursor === cursor) return false
  const snapshot = isRestarted ? null : webhook.snapshot
  const chosen = changes.filter(
    (change) => isChosen(webhook.events, change) && !isVisible(snapshot, change.seq),
  )
  return transact(orm, async (em) => {
    const { numAffectedRows = 0n } = await sql`
      update webhooks set cursor = ${next_cursor}, cursor_at = coalesce(${changes.at(-1)?.at ?? null}::timestamptz, now()),
        snapshot = ${snapshot}::text
      where id = ${id} and cursor = ${cursor}`.execute(em.getKysely())
    if (numAffectedRows === 0n) return false
    const now = new Date().toISOString()
    const rows = chosen.map((change) => ({
      webhook_id: id,
      message_id: changeMessageId(id, change),
      type: `${change.entity}.${change.event}`,
      body: bodyOf(change, links),
      next_attempt_at: now,
    }))
    if (rows.length > 0) await insertRows(em, deliveries, rows)
    return rows.length > 0
  })
}

function isChosen(events: string[], { entity, event }: PortfolioChange): boolean {
  return events.includes(everyEvent) || events.includes(`${entity}.${event}`)
}

// Only names of the feed: a payload contains no text of a record but its title.
function bodyOf(
  { seq, entity, id, slug, title, event, product_slug, actor, at }: PortfolioChange,
  { publicUrl, pagePath }: Links,
) {
  const url = `${publicUrl()}${pagePath({ record_type: entity, record_id: id })}`
  const data = { seq, entity, id, slug, title, event, product_slug, actor, url }
  return JSON.stringify({ type: `${entity}.${event}`, timestamp: at, data })
}
