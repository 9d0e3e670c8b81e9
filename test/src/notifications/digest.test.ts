import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeSignal, sql } from '../../support/makers.ts'
import {
  makeChannel,
  makeNotificationWorld,
  makeSender,
  messagesOf,
  type NotificationWorld,
  sendUntil,
  telegram,
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

/** Sets the time zone in which it is now this hour. */
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
    expect(lines[0]).toMatch(/^portfolio-ops on \d{4}-\d\d-\d\d$/)
    expect(lines).toContain('- critical: Bro[U+202E]ken [U+E0041]❤️')
    expect(texts()[1]).toMatch(/proposals? waits?\.|No proposal waits\./)
    expect(texts()[1]).toMatch(/Changes by agents in the last 24 hours:\n- .*: \d+/)
    // It was missed on a day when no server ran, and is sent at the next start on that day.
    await sql(world, `update channels set digest_day = digest_day - 1`)
    setHour(15)
    await makeSender(world, world.failures).sendDue()
    expect(receiver.requests).toHaveLength(3)
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
})
