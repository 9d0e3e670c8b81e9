import { beforeAll, describe, expect, it, vi } from 'vitest'
import { daysFromToday } from '../../../../src/record/rules/day.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import {
  makeApp,
  makeDecision,
  makeProduct,
  makeSignal,
  makeToken,
  root,
  sql,
} from '../../../support/makers.ts'
import { makeApplication, makeCompany, makeStrategy } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { logRequests } from '../../../support/request-log.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: TestUser
let browser: Browser
const hostile = '<script>alert(1)</script> {{7*7}}'

beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  browser = await signIn(world, admin)
})

/** Returns the numbers at the top of a page, by their name, with the address that each leads to. */
function cardsOf(body: string) {
  const cards = body.matchAll(
    /<a (?:class="card" )?href="([^"]*)">\s*<span class="label">([^<]*)<\/span>\s*<span class="value[^"]*">([^<]*)</g,
  )
  return new Map([...cards].map(([, href, label, value]) => [label, { href: decode(href), value }]))
}

const decode = (text = '') => text.replaceAll('&amp;', '&')

/** Returns the number of rows that a list says it has. */
async function countOf(href: string): Promise<number> {
  const { status, body } = await browser.get(href)
  expect(status, href).toBe(200)
  return Number(/<p class="summary">\s*([\d,]+)/.exec(body)?.[1]?.replaceAll(',', ''))
}

describe('the dashboard of an empty database', () => {
  it('says what to do first', async () => {
    const { status, body } = await browser.get('/admin')
    expect(status).toBe(200)
    for (const text of ['Create a token', 'Connect an agent', 'Load the demonstration'])
      expect(body).toContain(text)
  })

  it('offers a manager only what a manager may do', async () => {
    const manager = await signIn(world, await makePerson(world, 'manager'))
    const { body } = await manager.get('/admin')
    expect(body).toContain('Create a token')
    expect(body).not.toContain('Load the demonstration')
    expect(body).not.toContain('/admin/api-agent-tokens')
    expect((await manager.post('/admin/demonstration')).status).toBe(403)
  })
})

describe('the dashboard', () => {
  beforeAll(async () => {
    const product = await makeProduct(world, { name: hostile })
    await makeApp(world, { product_slug: product.slug })
    await makeSignal(world, { severity: 'critical', signal_type: 'problem', title: hostile })
    await makeSignal(world, { severity: 'critical', signal_type: 'growth-point' })
    await makeSignal(world, { severity: 'low', signal_type: 'risk' })
    await makeDecision(world, { title: 'Raise the price' })
    const company = await makeCompany(admin)
    const application = await makeApplication(admin)
    await makeStrategy(admin, {
      status: 'active',
      starts_on: '2025-01-01',
      ends_on: '2025-02-01',
      name: 'Long overdue',
    })
    await admin.send('POST', '/analytics/clicks', {
      date: daysFromToday(-1),
      app_id: application.id,
      company_id: company.id,
      clicks: 4321,
    })
    const agent = await makeToken(world)
    await world.send('PATCH', `${root}/products/${product.id}`, { next_step: 'Ship' }, agent.headers)
    await world.send('PATCH', `${root}/products/${product.id}`, { next_step: 'Wait' }, agent.headers)
    await world.send('GET', `${root}/products`, undefined, { 'x-request-id': 'the-last-request' })
    const logged = () => sql(world, `select from request_logs where request_id = 'the-last-request'`)
    await vi.waitFor(async () => expect(await logged()).toHaveLength(1), { timeout: 10_000 })
    await logRequests(world, { status: 500 })
  })

  it('leads from each number to a list with as many records', async () => {
    const cards = cardsOf((await browser.get('/admin')).body)
    const numbers = [
      'Critical signals',
      'Products',
      'Apps',
      'Without owner',
      'Requests, 24\u00a0h',
      'Server errors, 24\u00a0h',
    ]
    const shown = numbers.map((label) => Number(cards.get(label)?.value?.replaceAll(',', '')))
    const listed = await Promise.all(numbers.map((label) => countOf(cards.get(label)?.href ?? '')))
    expect(shown).toEqual(listed)
    expect(shown.slice(0, 4)).toEqual([2, 1, 1, 1])
    expect(shown[5]).toBe(1)
    const clicks = [...cards].find(([label]) => label?.startsWith('Clicks'))?.[1]
    expect(clicks?.value).toBe('4,321')
    expect((await browser.get(clicks?.href ?? '')).body).toContain('4,321')
  })

  it('compares each number with another, and has requests and errors below the rest', async () => {
    const { body } = await browser.get('/admin')
    const cards = body.split(/class="card"/).slice(1)
    expect(cards).toHaveLength(9)
    for (const card of cards) expect(card).toMatch(/class="note-of"[^>]*>[^<]*\d/)
    const notes = [...body.matchAll(/<a class="note-of" href="([^"]*)">\D*([\d,]+)/g)]
    expect(notes).toHaveLength(7)
    for (const [, href, number] of notes) {
      const count = await countOf(decode(href))
      expect([href, Number.isNaN(count) ? 0 : count]).toEqual([href, Number(number?.replaceAll(',', ''))])
    }
    const requests = body.indexOf('<details class="requests" open')
    expect(requests).toBeGreaterThan(body.indexOf('id="products"'))
    expect(body.indexOf('Requests, 24')).toBeGreaterThan(requests)
    const manager = await signIn(world, await makePerson(world, 'manager'))
    expect((await manager.get('/admin')).body).toContain('<details class="requests">')
  })

  it('leads from the open signals of a severity and of each type to their list', async () => {
    const { body } = await browser.get('/admin')
    const links = [...body.matchAll(/<td class="number"><a href="(\/admin\/signals\?[^"]*)">(\d+)</g)]
    const rows = [
      ['2', '1', '0', '1'],
      ['0', '0', '0', '0'],
      ['0', '0', '0', '0'],
      ['1', '0', '1', '0'],
    ]
    expect(links.map(([, , count]) => count)).toEqual(rows.flat())
    for (const [, href, total] of links) expect(await countOf(decode(href))).toBe(Number(total))
  })

  it('leads from what an agent wrote in a week and on each day to these changes', async () => {
    await sql(
      world,
      `update history set created_at = created_at - interval '2 days' where id =
        (select max(id) from history where actor->>'type' = 'portfolio_token')`,
    )
    const { body } = await browser.get('/admin')
    const links = [...body.matchAll(/href="(\/admin\/activity\?actor=portfolio_token[^"]*)">(\d+)</g)]
    expect(links.map(([, , changes]) => changes)).toEqual(['2', '1', '1'])
    for (const [, href, changes] of links) {
      const activity = await browser.get(decode(href))
      expect(activity.body.match(/id="change-\d+"/g)).toHaveLength(Number(changes))
    }
  })

  it('shows what needs attention and what to do next, with links', async () => {
    const { body } = await browser.get('/admin')
    expect(body).toMatch(/<h2 id="focus">[\s\S]*Long overdue[\s\S]*<h2 id="signals">/)
    const [, href = '', title] = /<a href="(\/admin\/signals\/\d+)">([^<]*)/.exec(body) ?? []
    expect((await browser.get(href)).body).toContain(`<h1>${title}</h1>`)
  })

  it('has the numbers of each plot as a table, and marks decisions', async () => {
    const { body } = await browser.get('/admin')
    const plots = body.split('<figure').slice(1)
    expect(plots).toHaveLength(2)
    for (const plot of plots) expect(plot.split('</figure>')[0]).toMatch(/<svg[\s\S]*<details>[\s\S]*<table>/)
    expect(plots[0]).toMatch(/<td class="number"[^>]*>4,321</)
    expect(plots[0]).toContain('Decided: Raise the price')
    const [, href] = /<th scope="row"><a href="(\/admin\/clicks[^"]*)"/.exec(plots[0] ?? '') ?? []
    expect((await browser.get(decode(href))).status).toBe(200)
  })

  it('shows hostile texts as text', async () => {
    const { body } = await browser.get('/admin')
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('&lt;script>alert(1)&lt;/script> {{7*7}}')
  })

  it('is rendered by a fixed number of statements', async () => {
    expect(await statementsOf(() => browser.get('/admin'))).toHaveLength(16)
  })
})

describe('loading the demonstration', () => {
  it('is rejected with 409 unless the database is empty', async () => {
    const { status, body } = await browser.post('/admin/demonstration')
    expect(status).toBe(409)
    expect(body).toContain('The database is not empty')
  })

  it('fills an empty database', async () => {
    const empty = await makeWorld()
    const person = await signIn(empty, await makePerson(empty))
    await person.get('/admin')
    for (const _form of ['the id of a form', 'the id of a form'])
      expect((await person.post('/admin/demonstration', { _form })).location).toBe('/admin')
    const { body } = await person.get('/admin')
    expect(body).toContain('The demonstration is loaded.')
    expect(cardsOf(body).get('Products')?.value).toBe('13')
  })
})

it.each(['/admin', '/admin/api-request-logs', '/admin/activity', '/admin/search?q=a'])(
  'shows %s to admins and managers, and returns 403 to users',
  async (path) => {
    const roles = ['admin', 'manager', 'user'] as const
    const statuses = roles.map(
      async (role) => (await (await signIn(world, await makePerson(world, role))).get(path)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 403])
  },
)
