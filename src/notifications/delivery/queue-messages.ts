import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { type MikroORM, transact } from '../../database/transaction.ts'
import { readChanges } from '../../journal/change-feed/feed.ts'
import { insertRows } from '../../journal/insert.ts'
import { type Alert, alertMessage, alertsIn, alertTypes, failingGuards } from '../channel/alerts.ts'
import type { StoredChannel } from '../channel/channel.ts'
import { digestClock, digestMessage } from '../digest/digest.ts'
import { isVisible, readFrom } from '../feed-position.ts'
import type { NotificationSettings } from '../settings.ts'
import { deliveries, newMessageId } from './delivery.ts'

const maxChanges = 200
const maxPages = 20

type Channel = Pick<
  StoredChannel,
  'id' | 'cursor' | 'cursor_at' | 'snapshot' | 'guards' | 'language' | 'hour' | 'digest_day'
> & {
  /** Whether the last alert was a minute ago. */
  may_alert: boolean
}
type Options = {
  orm: MikroORM
  read: Read
  settings: Pick<NotificationSettings, 'publicUrl' | 'pagePath' | 'timeZone'>
}

/** Stores the message that a channel gets next, if there is one now. Returns whether there is. */
export async function queueMessage(options: Options, channel: Channel): Promise<boolean> {
  return (await queueDigest(options, channel)) || (channel.may_alert && (await queueAlerts(options, channel)))
}

async function queueDigest(
  { orm, read, settings }: Options,
  { id, language, hour, digest_day }: Channel,
): Promise<boolean> {
  const { day, hour: now } = digestClock(settings.timeZone)
  if (hour === null || now < hour || (digest_day !== null && digest_day >= day)) return false
  const body = await digestMessage(read, settings, day, language)
  return store(
    orm,
    id,
    'digest',
    body,
    sql`
    update channels set digest_day = ${day}
    where id = ${id} and state = 'on' and (digest_day is null or digest_day < ${day}::date)`,
  )
}

async function queueAlerts({ orm, read, settings }: Options, channel: Channel): Promise<boolean> {
  const { id, guards: known } = channel
  const failing = await failingGuards(read)
  const found: Alert[] = []
  let { cursor, cursor_at, snapshot } = channel
  for (let page = 1; page <= maxPages; page++) {
    const next = await readFrom((query) => readChanges(read, alertTypes, { ...query, limit: maxChanges }), {
      cursor,
      cursor_at,
    })
    if (next.isRestarted) snapshot = null
    const since = snapshot
    const later = next.changes.filter(({ seq }) => !isVisible(since, seq))
    found.push(...(await alertsIn(read, later)))
    cursor = next.next_cursor
    cursor_at = next.changes.at(-1)?.at ?? cursor_at
    if (!next.has_more) break
  }
  for (const [key, alert] of failing) if (!known.includes(key)) found.push(alert)
  const guards = JSON.stringify([...failing.keys()])
  if (cursor === channel.cursor && guards === JSON.stringify(known)) return false
  const body = found.length > 0 ? alertMessage(found, settings, channel.language) : undefined
  return store(
    orm,
    id,
    'alert',
    body,
    sql`
    update channels set cursor = ${cursor}, cursor_at = ${cursor_at}, snapshot = ${snapshot}::text, guards = ${guards}::jsonb,
      alerted_at = ${found.length > 0 ? sql`now()` : sql`alerted_at`}
    where id = ${id} and state = 'on' and cursor = ${channel.cursor} and guards = ${JSON.stringify(known)}::jsonb`,
  )
}

// Of several servers one changes the row, and stores the message.
function store(
  orm: MikroORM,
  channel_id: number,
  type: string,
  body: string | undefined,
  update: ReturnType<typeof sql>,
): Promise<boolean> {
  return transact(orm, async (em) => {
    const { numAffectedRows = 0n } = await update.execute(em.getKysely())
    if (numAffectedRows === 0n || body === undefined) return false
    const row = {
      channel_id,
      message_id: newMessageId(),
      type,
      body,
      next_attempt_at: new Date().toISOString(),
    }
    await insertRows(em, deliveries, [row])
    return true
  })
}
