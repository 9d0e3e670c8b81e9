import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pagePath } from '../../../../http/admin/record/address.ts'
import { digestMessage } from '../../../../src/notifications/digest/digest.ts'
import { makeSignal, root, sql } from '../../../support/makers.ts'
import {
  makeChannel,
  makeNotificationWorld,
  makeSender,
  messagesOf,
  type NotificationWorld,
  sendUntil,
  telegram,
} from '../../../support/notifications.ts'
import { makeApplication } from '../../../support/operations.ts'
import { makePerson } from '../../../support/people.ts'
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

/** Sets the time zone in which it is now this hour, 11 to 14: those that some zone has at any time of the day. */
function setHour(hour: number): void {
  const behind = new Date().getUTCHours() - hour
  world.settings.timeZone = `Etc/GMT${behind < 0 ? behind : `+${behind}`}`
}

describe('the daily digest', () => {
  it('says once a day, from its hour on, what needs attention, what waits and what agents did', async () => {
    await sql(world, 'delete from signals')
    setHour(11)
    await make({ ...telegram, hour: 12 })
    await critical('Bro\u202eken \u{e0041}❤️')
    await sendUntil(world, () => receiver.requests.length === 1)
    await world.sender.sendDue()
    expect(receiver.requests).toHaveLength(1)
    expect(texts()[0]).toContain('Critical signal: Bro[U+202E]ken [U+E0041]❤️')
    setHour(12)
    const other = makeSender(world, world.failures)
    await Promise.all([world.sender.sendDue(), other.sendDue()])
    await world.sender.sendDue()
    expect(receiver.requests).toHaveLength(2)
    const lines = texts()[1]?.split('\n') ?? []
    expect(lines[0]).toMatch(/^portfolio-ops on \d{1,2} [A-Z][a-z]{2,3} \d{4}$/)
    expect(lines).toContain('- critical: Bro[U+202E]ken [U+E0041]❤️')
    expect(texts()[1]).toMatch(/proposals? waits?\.|No proposal waits\./)
    expect(texts()[1]).toMatch(/Changes by agents in the last 24 hours:\n- .*: \d+/)
    // It was missed on a day when no server ran, and is sent at the next start on that day.
    await sql(world, `update channels set digest_day = digest_day - 1`)
    setHour(14)
    await makeSender(world, world.failures).sendDue()
    expect(receiver.requests).toHaveLength(3)
  })

  it('links on a Monday to the page of the week that has ended', async () => {
    const { settings, database } = world
    const links = { ...settings, pagePath }
    const on = (day: string) => digestMessage(database.read, links, day, 'en')
    expect(await on('2021-01-04')).toMatch(/^The week that ended: .*\/admin\/week\/2020-W53$/m)
    expect(await on('2021-01-05')).not.toContain('/admin/week')
  })

  it('begins on the day after, if its hour has passed when the channel is created', async () => {
    setHour(12)
    await make({ ...telegram, hour: 11 })
    await world.sender.sendDue()
    expect(receiver.requests).toEqual([])
    await make({ ...telegram, hour: 12 })
    await world.sender.sendDue()
    expect(receiver.requests).toHaveLength(1)
  })

  it('cuts titles and names of agents between characters, and stops no other channel', async () => {
    setHour(12)
    const [long, longer] = [118, 119].map((count) => `${'E'.repeat(count)}🚀🚀 bot`)
    for (const title of [long, longer]) await critical(String(title))
    for (const hour of [12, 12, null]) await make({ ...telegram, hour })
    await critical('For all')
    await sql(world, `update history set actor = jsonb_set(actor, '{name}', to_jsonb($1::text))`, long)
    await sendUntil(world, () => receiver.requests.length >= 5)
    const digests = texts().filter((text) => text.startsWith('portfolio-ops on'))
    expect(digests).toHaveLength(2)
    for (const digest of digests) {
      expect(digest).toContain(`- critical: ${'E'.repeat(118)}🚀…\n`)
      expect(digest).toContain(`- critical: ${'E'.repeat(119)}…\n`)
      expect(digest).toContain(`- ${'E'.repeat(118)}🚀…: `)
    }
  })

  it('says how many of all are listed, the critical ones first', async () => {
    await sql(world, 'delete from signals')
    setHour(12)
    for (let index = 1; index <= 12; index++)
      await makeSignal(world, { title: `High ${index}`, severity: 'high' })
    await critical('Last')
    const person = await makePerson(world)
    // Each has no owner and no clicks.
    for (let index = 1; index <= 2; index++) await makeApplication(person)
    await make({ ...telegram, hour: 12 })
    await sendUntil(world, () => receiver.requests.length > 0)
    const lines = texts()[0]?.split('\n') ?? []
    const [, total] = /^Needs attention \(10 of (\d+)\):$/.exec(lines[2] ?? '') ?? []
    const { body } = await world.send('GET', `${root}/signals?limit=200`)
    expect(body.signals).toHaveLength(13)
    expect(Number(total)).toBe(13 + 4)
    expect(lines[3]).toBe('- critical: Last')
    expect(lines.filter((line) => line.startsWith('- high: '))).toHaveLength(9)
    expect(lines).toContain('All of them: http://ops.test/admin')
  })

  it('is in the language of the channel, with numbers and the day by its rules', async () => {
    await sql(world, 'delete from signals')
    setHour(12)
    await critical('Падает')
    await makeApplication(await makePerson(world), { name: 'Сканер' })
    await make({ ...telegram, language: 'ru', hour: 12 })
    await sendUntil(world, () => receiver.requests.length > 0)
    const [text = ''] = texts()
    const lines = text.split('\n')
    expect(lines[0]).toMatch(/^portfolio-ops, \d{1,2} [а-я]+\.? \d{4} г\.$/)
    expect(text).toMatch(/^Требует внимания( \(10 из \d+\))?:$/m)
    expect(lines).toContain('- критично: Падает')
    expect(text).toMatch(/^(Жд[её]т решения \d+ предложени[ейя]+|Ни одно предложение не ждёт решения)\.$/m)
    expect(text).toMatch(/^(Изменения агентов за последние 24 часа|За последние 24 часа агенты)/m)
    // Names and addresses are the same in every language.
    const own = lines.filter((line) => !/^( {2}|- [^:]*: \d+$)|http/.test(line)).join('\n')
    expect(own.replaceAll('portfolio-ops', '')).not.toMatch(/waits|attention|Changes|has no owner/)
  })
})
