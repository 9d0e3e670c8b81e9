import { expect, it } from 'vitest'
import { makeMailServer } from '../../../support/mail-server.ts'
import { makeSignal, sql } from '../../../support/makers.ts'
import { makeChannel, makeNotificationWorld, makeSender } from '../../../support/notifications.ts'

it('waits for a mail server that accepts a message late, and keeps the claim of the channel meanwhile', async () => {
  const world = await makeNotificationWorld()
  const { url, mails, answer } = await makeMailServer()
  world.settings.mail = { url, from: 'Operations <ops@example.com>' }
  const { id } = await makeChannel(world, { kind: 'email', email: 'anna@example.com' })
  await makeSignal(world, { title: 'Late', severity: 'critical' })
  answer.afterMs = 17_000
  const other = makeSender(world, world.failures)
  const ids = () => mails.map(({ message }) => /^Message-ID: (.*)$/im.exec(message)?.[1])
  const sent = async () => {
    await Promise.all([world.sender.start(), other.start()])
    return sql(world, 'select result, status, attempts, message_id from deliveries where channel_id = $1', id)
  }
  await expect.poll(async () => (await sent()).length && mails.length).toBe(1)
  await sql(world, `update channels set sender_until = now() + interval '11 seconds' where id = $1`, id)
  await expect
    .poll(sent, { timeout: 30_000, interval: 500 })
    .toMatchObject([{ result: 'delivered', status: 250, attempts: 1 }])
  expect(mails).toHaveLength(1)
  const [{ message_id } = {}] = await sent()
  expect(ids()).toEqual([`<${message_id}@example.com>`])
  // A connection that ends before the answer leaves the outcome unknown: the repetition has the same id.
  answer.afterMs = 0
  await sql(
    world,
    `update deliveries set result = 'waiting', next_attempt_at = now() where channel_id = $1`,
    id,
  )
  await expect.poll(async () => (await sent())[0]?.attempts).toBe(2)
  expect(new Set(ids()).size).toBe(1)
  expect(world.failures).toEqual([])
}, 60_000)
