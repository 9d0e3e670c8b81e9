import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { daysFromToday } from '../../../../src/record/rules/day.ts'
import { type Browser, openBrowser, signIn } from '../../../support/admin.ts'
import { makeDecision, makeTask, sql } from '../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let manager: TestUser
let browser: Browser
const log = new PassThrough()
const logged = text(log)
beforeAll(async () => {
  world = await makeWorld({ LOG_LEVEL: 'trace' }, { log })
  manager = await makePerson(world, 'manager')
  browser = await signIn(world, manager)
})

const account = '/admin/account'

/** Creates or replaces the address through the account page, and returns its path. */
async function create(): Promise<string> {
  const isReplaced = !(await browser.get(account)).body.includes('Create calendar address')
  if (isReplaced) await browser.get(`${account}/calendar/replace`)
  const { status, headers, body } = await browser.post(`${account}/calendar${isReplaced ? '/replace' : ''}`)
  expect(status).toBe(201)
  expect(headers['cache-control']).toBe('no-store')
  return /http:\/\/ops\.test(\/admin\/calendar\/cal_[0-9A-Za-z]{36}\.ics)</.exec(body)?.[1] ?? ''
}

const feed = (path: string) => openBrowser(world).get(path)

describe('the calendar feed', () => {
  test('has what is due as events with links to the records, in three statements after its token', async () => {
    const review_at = daysFromToday(10)
    const { id } = await makeDecision(world, { title: 'Scale; or stop', review_at })
    const task = await makeTask(world, {
      title: 'Бег с нуля: новые скриншоты для магазина\u202e',
      due_at: daysFromToday(-5),
    })
    await makeTask(world, { title: 'Too far', due_at: daysFromToday(400) })
    await makeTask(world, { title: 'Too old', due_at: daysFromToday(-40) })
    const path = await create()
    let page = await feed(path)
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(page.headers['cache-control']).toBe('private, no-store')
    const lines = page.body.replaceAll('\r\n ', '').split('\r\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'SUMMARY:Review: Scale\\; or stop',
        `UID:decision-${id}@ops.test`,
        `DTSTART;VALUE=DATE:${review_at.replaceAll('-', '')}`,
        `URL:http://ops.test/admin/decisions/${id}`,
        'SUMMARY:Task due: Бег с нуля: новые скриншоты для магазина[U+202E]',
        `URL:http://ops.test/admin/tasks/${task.id}`,
      ]),
    )
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2)
    const statements = await statementsOf(async () => {
      page = await feed(path)
    })
    expect(page.status).toBe(200)
    expect(statements).toHaveLength(4)
  })

  test('is in the language that its owner chose, else in that of the server, whatever a program accepts', async () => {
    const { id } = await makeTask(world, { title: 'Bilingual', due_at: daysFromToday(2) })
    const path = await create()
    const summary = async () => {
      const { body } = await openBrowser(world).get(path, { 'accept-language': 'ru' })
      return new RegExp(`SUMMARY:(.*)\\r\\n.*/tasks/${id}\\r`).exec(body.replaceAll('\r\n ', ''))?.[1]
    }
    expect(await summary()).toBe('Task due: Bilingual')
    await sql(world, `update users set language = 'ru' where id = $1`, manager.id)
    expect(await summary()).toBe('Срок задачи: Bilingual')
    await sql(world, 'update users set language = null where id = $1', manager.id)
  })

  test('is 404 with any other address, and counts against the limit of requests', async () => {
    const path = await create()
    const wrong = path.replace(/\w{6}\.ics/, '000000.ics')
    for (const other of [wrong, path.replace('.ics', ''), path.replace('cal_', 'ops_'), `${path}.ics`]) {
      const { status, headers, body } = await feed(other)
      expect(status, other).toBe(404)
      expect(headers['x-ratelimit-remaining']).toBeDefined()
      expect(body).not.toContain('cal_')
    }
  })

  test('ends when its address is replaced or revoked, each after a confirmation', async () => {
    const first = await create()
    const page = (await browser.get(account)).body
    expect(page).toMatch(/<code>cal_\w{3}…\w{4}<\/code>/)
    expect(page).not.toContain(first)
    expect(page).not.toContain('Create calendar address')
    expect((await browser.get(`${account}/calendar/replace`)).body).toContain('stop updating')
    const second = await create()
    expect((await feed(first)).status).toBe(404)
    expect((await feed(second)).status).toBe(200)
    expect((await browser.get(`${account}/calendar/revoke`)).body).toContain('stop updating')
    expect((await browser.post(`${account}/calendar/revoke`)).location).toBe(account)
    expect((await feed(second)).status).toBe(404)
    expect((await browser.get(account)).body).toContain('Create calendar address')
    expect((await browser.post(`${account}/calendar/revoke`)).status).toBe(404)
  })

  test('is for admins and managers: a user has none, and an inactive manager gets no new address', async () => {
    const user = await signIn(world, await makePerson(world, 'user'))
    expect((await user.get(account)).body).not.toContain('Calendar')
    expect((await user.post(`${account}/calendar`)).status).toBe(403)
    const inactive = await signIn(world, await makePerson(world, 'manager', { status: 'inactive' }))
    expect((await inactive.get(account)).body).not.toContain('Create calendar address')
    expect((await inactive.post(`${account}/calendar`)).status).toBe(403)
    expect((await browser.post(`${account}/calendar`, { _csrf: 'wrong' })).status).toBe(403)
    const path = await create()
    await sql(world, `update users set role = 'user' where id = $1`, manager.id)
    expect((await feed(path)).status).toBe(404)
    await sql(world, `update users set role = 'manager' where id = $1`, manager.id)
  })

  test('has an address that is in no log, also if the server fails', async () => {
    const path = await create()
    await sql(world, 'drop index decisions_urgency; alter table decisions alter review_at type text')
    expect((await feed(path)).status).toBe(500)
    await world.app.close()
    log.end()
    expect(await logged).toContain('unexpected error')
    expect(await logged).not.toMatch(/cal_[0-9A-Za-z]{20}/)
    expect(await sql(world, `select path from request_logs where path like '%calendar%'`)).toEqual([])
  })
})
