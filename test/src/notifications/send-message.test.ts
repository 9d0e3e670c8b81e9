import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeMailServer } from '../../support/mail-server.ts'
import { makeSignal, sql } from '../../support/makers.ts'
import {
  makeChannel,
  makeNotificationWorld,
  messagesOf,
  type NotificationWorld,
  sendUntil,
} from '../../support/notifications.ts'
import { makeReceiver, type Receiver } from '../../support/receiver.ts'

let world: NotificationWorld
let receiver: Receiver
beforeAll(async () => {
  world = await makeNotificationWorld()
})
beforeEach(async () => {
  await sql(world, 'delete from channels')
  receiver = await makeReceiver()
  world.settings.telegramUrl = receiver.url
})

const make = (input: object) => makeChannel(world, input)
const texts = () => messagesOf(receiver)
const critical = (title: string, fields = {}) => makeSignal(world, { title, severity: 'critical', ...fields })

describe('a channel', () => {
  it('may be Slack, whose text is escaped', async () => {
    await make({ kind: 'slack', url: receiver.url })
    await critical('A & B <C>')
    await sendUntil(world, () => receiver.requests.length > 0)
    expect(texts()[0]).toMatch(/^Critical signal: A &amp; B &lt;C&gt;\n/)
    expect(JSON.stringify(await sql(world, 'select * from channels'))).not.toContain('/hook')
  })

  it('may be an e-mail address', async () => {
    const { url, mails, answer } = await makeMailServer()
    world.settings.mail = { url, from: 'Operations <ops@example.com>' }
    await make({ kind: 'email', email: 'anna@example.com' })
    await critical('Ünicode')
    answer.code = 451
    await sendUntil(world, async () => {
      const [row] = await sql(
        world,
        `select status from deliveries where result = 'waiting' and status is not null`,
      )
      return row?.status === 451
    })
    answer.code = 250
    await sql(world, `update deliveries set next_attempt_at = now() where result = 'waiting'`)
    await sendUntil(world, () => mails.length === 1)
    expect(mails[0]).toMatchObject({
      from: expect.stringContaining('<ops@example.com>'),
      to: expect.stringContaining('<anna@example.com>'),
    })
    expect(mails[0]?.message).toMatch(/^Subject: .*nicode/m)
    expect(mails[0]?.message).toContain('http://ops.test/admin/signals/')
  })

  it.each([
    [
      { kind: 'telegram' },
      { bot_token: ['The bot token field is required.'], chat_id: ['The chat id field is required.'] },
    ],
    [{ kind: 'slack' }, { url: ['The url field is required.'] }],
    [{ kind: 'slack', url: 'https://10.1.2.3/hook' }, { url: [expect.stringContaining('public address')] }],
    [{ kind: 'email' }, { email: ['The email field is required.'] }],
    [{ kind: 'email', email: 'anna@example.com' }, { kind: [expect.stringContaining('SMTP_URL')] }],
  ])('requires what its kind needs: %j', async (input, errors) => {
    world.settings.mail = undefined
    await expect(make(input)).rejects.toMatchObject({ errors })
  })
})
