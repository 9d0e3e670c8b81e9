import { expect, it } from 'vitest'
import { transact } from '../../src/database/transaction.ts'
import { createWebhook } from '../../src/notifications/webhook/writes.ts'
import { todayIn } from '../../src/record/time-zone.ts'
import { expectBy, makeExpecting } from '../support/due-verdicts.ts'
import { sql } from '../support/makers.ts'
import { operator } from '../support/people.ts'
import { makeReceiver } from '../support/receiver.ts'
import { makeWorld } from '../support/world.ts'
import { serve } from './cli.ts'

// The date there is not the date in UTC, at any hour.
const TIME_ZONE = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'

it('two servers record and send once what became due in the time zone while none of them ran', async () => {
  const world = await makeWorld()
  const key = Buffer.alloc(32)
  const receiver = await makeReceiver()
  const webhook = { url: receiver.url, events: ['decision.verdict_due'] }
  await transact(world.database.orm, (em) => createWebhook(em, operator, webhook, { key, isLocal: true }))
  const { id } = await makeExpecting(world, [todayIn(TIME_ZONE, -1)])
  const tomorrow = await makeExpecting(world, [todayIn(TIME_ZONE)])
  const environment = { DATABASE_URL: world.url, SECRET_KEY: key.toString('base64'), TIME_ZONE }
  await Promise.all([serve(environment), serve(environment)])
  await expect.poll(() => receiver.requests.length).toBe(1)
  expect(JSON.parse(receiver.requests[0]?.text ?? '')).toMatchObject({
    type: 'decision.verdict_due',
    data: { entity: 'decision', id, event: 'verdict_due' },
  })
  const entries = () =>
    sql(world, `select record_id::int as id from history where event = 'verdict_due' order by history.id`)
  expect(await entries()).toEqual([{ id }])
  // What becomes due while they run is recorded within a minute, by one of them.
  await expectBy(world, tomorrow.id, [todayIn(TIME_ZONE, -1)])
  await expect.poll(() => receiver.requests.length, { timeout: 90_000, interval: 1000 }).toBe(2)
  expect(await entries()).toEqual([{ id }, { id: tomorrow.id }])
}, 180_000)
