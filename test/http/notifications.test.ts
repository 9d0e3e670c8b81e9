import { beforeAll, expect, it } from 'vitest'
import { makeSignal, sql } from '../support/makers.ts'
import {
  makeNotificationWorld,
  makeWebhook,
  type NotificationWorld,
  sendUntil,
} from '../support/notifications.ts'
import { makeReceiver } from '../support/receiver.ts'

let world: NotificationWorld
beforeAll(async () => {
  world = await makeNotificationWorld({ PUBLIC_URL: 'http://127.0.0.1:3000' })
})

async function metric(pattern: RegExp): Promise<number> {
  const { body } = await world.send('GET', '/metrics', undefined, { host: '127.0.0.1:3000' })
  return Number(pattern.exec(body)?.[1] ?? 0)
}
const attempts = (result: string) =>
  metric(new RegExp(`notification_deliveries_total\\{receiver="webhook",result="${result}"\\} (\\d+)`))

it('counts attempts by their result, and measures the age of the oldest delivery that waits', async () => {
  const receiver = await makeReceiver()
  const { id } = await makeWebhook(world, receiver.url)
  await makeSignal(world)
  await sendUntil(world, () => receiver.requests.length === 1)
  receiver.answerWith((response) => response.writeHead(500).end())
  await makeSignal(world)
  await sendUntil(world, () => receiver.requests.length === 2)
  await expect.poll(async () => [await attempts('delivered'), await attempts('failed')]).toEqual([1, 1])
  const oldest = () => metric(/^notification_oldest_waiting_seconds (\d+)/m)
  await sql(world, `update deliveries set created_at = now() - interval '1 hour' where result = 'waiting'`)
  await expect.poll(oldest).toBeGreaterThanOrEqual(3600)
  await sql(world, `update webhooks set state = 'off' where id = $1`, id)
  await expect.poll(oldest).toBe(0)
})
