import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeMailServer } from '../../../support/mail-server.ts'
import { makeSignal, sql } from '../../../support/makers.ts'
import {
  makeChannel,
  makeNotificationWorld,
  messagesOf,
  type NotificationWorld,
  sendUntil,
} from '../../../support/notifications.ts'
import { makeReceiver, type Receiver } from '../../../support/receiver.ts'

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

// Words of a header that are not ASCII are encoded (RFC 2047).
function subjectOf(message: string): string {
  const [, subject = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)$/m.exec(message) ?? []
  const bytes = [...subject.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)].map(([, encoding, text = '']) =>
    encoding?.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64')
      : Buffer.from(
          text
            .replaceAll('_', ' ')
            .replaceAll('=', '%')
            .replace(/%(..)/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))),
          'latin1',
        ),
  )
  return Buffer.concat(bytes).toString()
}

describe('a channel', () => {
  it('may be Slack, whose text is escaped', async () => {
    await make({ kind: 'slack', url: receiver.url })
    await critical('A & B <C>')
    await sendUntil(world, () => receiver.requests.length > 0)
    expect(texts()[0]).toMatch(/^Critical signal: A &amp; B &lt;C&gt;\n/)
    expect(JSON.parse(receiver.requests[0]!.text)).toMatchObject({ mrkdwn: false })
    expect(JSON.stringify(await sql(world, 'select * from channels'))).not.toContain('/hook')
  })

  it('follows a chat of Telegram that has another id now', async () => {
    const { id } = await make({ kind: 'telegram', bot_token: '1:secret', chat_id: '-15' })
    const moved = {
      ok: false,
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: -1001557912345 },
    }
    receiver.answerWith((response, { text }) =>
      JSON.parse(text).chat_id === '-15'
        ? response.writeHead(400).end(JSON.stringify(moved))
        : response.end('{"ok":true}'),
    )
    await critical('Moved')
    await sendUntil(world, () => receiver.requests.length > 0)
    const chats = () => receiver.requests.map(({ text }) => JSON.parse(text).chat_id)
    expect(chats()).toEqual(['-15', '-1001557912345'])
    const [channel] = await sql(world, 'select * from channels')
    expect(channel).toMatchObject({ id, chat_id: '-1001557912345', name: 'Telegram -1001557912345' })
    const [entry] = await sql(
      world,
      `select * from history where record_type = 'channel' order by id desc limit 1`,
    )
    expect(entry).toMatchObject({
      event: 'updated',
      changes: { chat_id: { from: '-15', to: '-1001557912345' } },
    })
    await sql(world, `update channels set alerted_at = null`)
    await critical('Later')
    await sendUntil(world, () => receiver.requests.length === 3)
    expect(chats()[2]).toBe('-1001557912345')
  })

  it('sends Telegram full lines, and says how many are left out', async () => {
    const { id } = await make({ kind: 'telegram', bot_token: '1:secret', chat_id: '-15' })
    const line = '🚀'.repeat(100)
    await sql(
      world,
      `insert into deliveries (channel_id, message_id, type, body, next_attempt_at) values ($1, 'one', 'alert', $2, now())`,
      id,
      Array(30).fill(line).join('\n'),
    )
    await sendUntil(world, () => receiver.requests.length > 0)
    const [text = ''] = texts()
    expect(text.length).toBeLessThanOrEqual(4096)
    expect(text.split('\n')).toEqual([...Array(20).fill(line), 'and 10 more lines'])
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
    expect(await sql(world, 'select * from channels')).toMatchObject([{ failing_since: expect.anything() }])
    await sql(world, `update deliveries set next_attempt_at = now() where result = 'waiting'`)
    await sendUntil(world, () => mails.length === 1)
    expect(mails[0]).toMatchObject({
      from: expect.stringContaining('<ops@example.com>'),
      to: expect.stringContaining('<anna@example.com>'),
    })
    expect(mails[0]?.message).toMatch(/^Subject: .*nicode/m)
    expect(mails[0]?.message).toContain('http://ops.test/admin/signals/')
    expect(await sql(world, 'select * from channels')).toMatchObject([{ failing_since: null }])
  })

  it('has a subject in the language of the channel', async () => {
    const { url, mails } = await makeMailServer()
    world.settings.mail = { url, from: 'ops@example.com' }
    await make({ kind: 'email', email: 'anna@example.com', language: 'ru' })
    await critical('Всё упало')
    await sendUntil(world, () => mails.length === 1)
    expect(subjectOf(mails[0]?.message ?? '')).toBe('Критичный сигнал: Всё упало')
  })

  it.each(['', '?requireTLS=false&ignoreTLS=true&opportunisticTLS=true'])(
    'sends nothing to another host without STARTTLS: smtp://…%s',
    async (parameters) => {
      const { url, mails, commands } = await makeMailServer()
      const { port } = new URL(url)
      // Leads to this machine, but is no loopback address.
      const remote = `smtp://ops:secret@0.0.0.0:${port}${parameters}`
      world.settings.mail = { url: remote, from: 'ops@example.com' }
      await make({ kind: 'email', email: 'anna@example.com' })
      await critical('In the clear')
      await sendUntil(world, async () => {
        const [row] = await sql(world, 'select * from deliveries where failure is not null')
        return /^Nothing was sent, because the mail server does not encrypt/.test(String(row?.failure))
      })
      expect(mails).toEqual([])
      expect(commands.map((line) => line.slice(0, 4))).toEqual(['EHLO', 'STAR'])
    },
  )

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
    const fault = await make(input).catch((error) => error)
    expect(JSON.parse(JSON.stringify(fault.errors))).toEqual(errors)
  })
})
