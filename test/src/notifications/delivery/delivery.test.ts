import { expect, it } from 'vitest'
import { transact } from '../../../../src/database/transaction.ts'
import { deleteOldDeliveries } from '../../../../src/notifications/delivery/delivery.ts'
import { makeSignal, sql } from '../../../support/makers.ts'
import {
  deliveriesOf,
  makeNotificationWorld,
  makeWebhook,
  sendUntil,
} from '../../../support/notifications.ts'
import { makeReceiver } from '../../../support/receiver.ts'

it('deletes deliveries that ended 14 days ago, and keeps younger ones and those that wait', async () => {
  const world = await makeNotificationWorld()
  const receiver = await makeReceiver()
  const { id } = await makeWebhook(world, receiver.url)
  for (const title of ['Old', 'Young', 'Waiting']) await makeSignal(world, { title })
  await sendUntil(world, () => receiver.requests.length === 3)
  const [old, young, waiting] = (await deliveriesOf(world, id)).map((delivery) => Number(delivery.id))
  const age = (delivery: number | undefined, days: number) =>
    sql(
      world,
      `update deliveries set created_at = now() - $2 * interval '1 day',
         last_attempt_at = now() - $2 * interval '1 day' where id = $1`,
      delivery,
      days,
    )
  await age(old, 14.1)
  await age(young, 13.9)
  await age(waiting, 30)
  await sql(world, `update deliveries set result = 'waiting' where id = $1`, waiting)
  await transact(world.database.orm, (em) => deleteOldDeliveries(em))
  expect((await deliveriesOf(world, id)).map((delivery) => Number(delivery.id))).toEqual([young, waiting])
})
