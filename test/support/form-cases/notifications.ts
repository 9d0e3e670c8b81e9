import type { NotificationSettings } from '../../../src/notifications/settings.ts'
import type { Sent } from '../admin.ts'
import type { AdminWorld } from '../admin-world.ts'
import { sql } from '../makers.ts'
import { makeChannel, makeWebhook, type NotificationWorld } from '../notifications.ts'
import { makeReceiver } from '../receiver.ts'
import { lastId, type MakeForm, nextNumber } from './form-case.ts'

const notifications = '/admin/notifications'

// Sends to a receiver on this machine.
async function notified(world: AdminWorld) {
  const { url } = await makeReceiver()
  const settings = world.app.notifications as NotificationSettings
  Object.assign(settings, { isLocal: true, telegramUrl: url })
  return { world: { ...world, settings } as unknown as NotificationWorld, url: `${url}/${nextNumber()}` }
}

const receiverForm =
  (kind: 'webhook' | 'channel', verb: string): MakeForm =>
  async (world) => {
    const { world: sending, url } = await notified(world)
    if (kind === 'webhook') await makeWebhook(sending, url)
    else await makeChannel(sending, { kind: 'telegram', bot_token: `${nextNumber()}:t`, chat_id: '-100' })
    const id = await lastId(world, `${kind}s`)
    const address = `${notifications}/${kind}s/${id}`
    if (verb === 'on') await sql(world, `update ${kind}s set state = 'off' where id = $1`, id)
    const fields: Sent =
      kind === 'webhook' ? { url: `${url}/moved`, events: '*' } : { chat_id: '-101', hour: '9' }
    const hasPage = verb === 'delete' || verb === 'edit'
    return {
      page: hasPage ? `${address}/${verb}` : address,
      action: `${address}/${verb}`,
      ...(verb === 'edit' && { fields }),
    }
  }

/** The forms of notifications, by their route. */
export const notificationForms: Record<string, MakeForm> = {
  [`${notifications}/webhooks`]: async (world) => {
    const { url } = await notified(world)
    return { page: notifications, action: `${notifications}/webhooks`, fields: { url, events: '*' } }
  },
  [`${notifications}/channels`]: async (world) => {
    await notified(world)
    const fields = { kind: 'telegram', bot_token: `${nextNumber()}:t`, chat_id: '-100', hour: '8' }
    return { page: notifications, action: `${notifications}/channels`, fields }
  },
  ...Object.fromEntries(
    (['webhook', 'channel'] as const).flatMap((kind) =>
      ['test', 'on', 'off', 'delete', 'edit', ...(kind === 'webhook' ? ['secret'] : [])].map((verb) => [
        `${notifications}/${kind}s/:id/${verb}`,
        receiverForm(kind, verb),
      ]),
    ),
  ),
  [`${notifications}/deliveries/:id/again`]: async (world) => {
    const { page, action } = await receiverForm('webhook', 'test')(world)
    await world.admin.get(page)
    await world.admin.post(action)
    return { page, action: `${notifications}/deliveries/${await lastId(world, 'deliveries')}/again` }
  },
}
