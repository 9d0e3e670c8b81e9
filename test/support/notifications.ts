import { randomBytes } from 'node:crypto'
import { transact } from '../../src/database/transaction.ts'
import { NewChannel } from '../../src/notifications/channel/channel.ts'
import { createChannel } from '../../src/notifications/channel/writes.ts'
import { Sender } from '../../src/notifications/delivery/sender.ts'
import type { NotificationSettings } from '../../src/notifications/settings.ts'
import { createWebhook } from '../../src/notifications/webhook/writes.ts'
import { validate } from '../../src/record/validation/validate.ts'
import { sql } from './makers.ts'
import { operator } from './people.ts'
import type { Receiver } from './receiver.ts'
import { makeWorld, type World } from './world.ts'

export type NotificationWorld = World & {
  settings: NotificationSettings
  sender: Sender
  failures: unknown[]
}

/** Creates a world that sends notifications, also to this machine. */
export async function makeNotificationWorld(
  environment: Record<string, string> = {},
): Promise<NotificationWorld> {
  const world = await makeWorld(environment, { secretKey: randomBytes(32) })
  const settings = world.app.notifications as NotificationSettings
  settings.isLocal = true
  const failures: unknown[] = []
  return { ...world, settings, failures, sender: makeSender({ ...world, settings }, failures) }
}

/** Returns another sender of a world, as a second server would have. */
export function makeSender(
  { database, settings }: Pick<NotificationWorld, 'database' | 'settings'>,
  failures: unknown[] = [],
): Sender {
  const { orm, read } = database
  return new Sender({ orm, read, settings, report: (error) => failures.push(error) })
}

/** Creates a webhook. Returns its id and its secret. */
export function makeWebhook({ database, settings }: NotificationWorld, url: string, events = ['*']) {
  return transact(database.orm, (em) => createWebhook(em, operator, { url, events }, settings))
}

/** Sends what is due until `isDone`. The change feed may be late while another transaction of the cluster runs. */
export async function sendUntil(
  world: Pick<NotificationWorld, 'sender' | 'failures'>,
  isDone: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = Date.now() + 60_000
  for (;;) {
    await world.sender.sendDue()
    if (world.failures.length > 0) throw world.failures[0]
    if (await isDone()) return
    if (Date.now() > end) throw new Error('Nothing was sent for a minute.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Makes the waiting deliveries of a webhook due. */
export async function makeDue(world: World, webhook_id: number): Promise<void> {
  await sql(
    world,
    `update deliveries set next_attempt_at = now() where webhook_id = $1 and result = 'waiting'`,
    webhook_id,
  )
}

/** Returns the deliveries of a webhook, the oldest first. */
export function deliveriesOf(world: World, webhook_id: number) {
  return sql(world, 'select * from deliveries where webhook_id = $1 order by id', webhook_id)
}

/** Returns the stored row of a webhook. */
export async function webhookRow(world: World, id: number) {
  const [row] = await sql(world, 'select * from webhooks where id = $1', id)
  return row ?? {}
}

/** The input of a Telegram channel. The API of Telegram is that of `settings.telegramUrl`. */
export const telegram = { kind: 'telegram', bot_token: '1:secret', chat_id: '-100' }

/** Creates a channel. Returns its id. */
export function makeChannel({ database, settings }: NotificationWorld, input: object) {
  return transact(database.orm, (em) => createChannel(em, operator, validate(NewChannel, input), settings))
}

/** Returns the texts of the messages to Telegram or Slack that a receiver got. */
export function messagesOf({ requests }: Receiver): string[] {
  return requests.map(({ text }) => JSON.parse(text).text)
}
