import { beforeAll, describe, expect, it } from 'vitest'
import { inLanguage } from '../../../../http/admin/html/text.ts'
import { weekTitle } from '../../../../http/admin/pages/week/title.ts'
import { weekOf } from '../../../../src/record/rules/iso-week.ts'
import { todayIn } from '../../../../src/record/time-zone.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makePerson } from '../../../support/people.ts'
import { statementsOf } from '../../../support/statements.ts'
import { fillWeek } from '../../../support/week.ts'
import { makeWorld, type World } from '../../../support/world.ts'

// A day begins there ten hours before it does in UTC, whatever the season.
const TIME_ZONE = 'Pacific/Honolulu'
const address = '/admin/week'

let world: World
let browser: Browser
beforeAll(async () => {
  world = await makeWorld({ TIME_ZONE })
  browser = await signIn(world, await makePerson(world))
})

const decode = (text = '') => text.replaceAll('&amp;', '&')
const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

/** Returns the links of a page whose text is a number or begins with one, each with the number. */
function numbersOf(body: string): { count: number; href: string }[] {
  const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'))
  return [...main.matchAll(/<a\b[^>]*?href="([^"]+)"[^>]*>(.*?)<\/a>/gs)].flatMap(
    ([, href = '', content = '']) => {
      const value =
        /class="value[^"]*">([\d,]+)</.exec(content)?.[1] ??
        /^\s*(?:all )?([\d,]+)\b/.exec(textOf(content))?.[1]
      return value === undefined ? [] : [{ count: Number(value.replaceAll(',', '')), href: decode(href) }]
    },
  )
}

/** Returns the number of rows, or of changes, that a page lists. */
async function rowsAt(href: string): Promise<number> {
  const { status, body } = await browser.get(href)
  expect([href, status]).toEqual([href, 200])
  if (href.startsWith('/admin/activity')) return [...body.matchAll(/<li id="change-/g)].length
  if (href.startsWith('/admin/clicks/explore'))
    return Number(
      /This period<\/span>\s*<span class="value[^"]*">([\d,]+)</.exec(body)?.[1]?.replaceAll(',', ''),
    )
  return [...body.matchAll(/<tr[^>]*>(?:(?!<\/tr>).)*<th scope="row"/gs)].length
}

describe('the numbers of a week', () => {
  beforeAll(() => fillWeek(world, browser))

  it('are links to lists with exactly as many rows', async () => {
    const { status, body } = await browser.get(address)
    expect(status).toBe(200)
    const numbers = numbersOf(body)
    const lists = numbers.filter(({ href }) => !/keyword-positions|store-truth/.test(href))
    const found = await Promise.all(
      lists.map(async ({ href, count }) => ({ href, count, rows: await rowsAt(href) })),
    )
    expect(found.filter(({ count, rows }) => count !== rows)).toEqual([])
    const kinds = new Set(found.map(({ href }) => href.replaceAll(/=[^&]*/g, '')))
    expect([...kinds].sort()).toMatchSnapshot()
  })

  it('stand beside the reason of each decision, which is shortened', async () => {
    const { body } = await browser.get(address)
    expect(body).toMatch(/Because of Three\. x+…/)
    expect(body).not.toContain('x'.repeat(301))
  })
})

describe('the page of a week', () => {
  it('is that of the running week, or of the one in the address, with links to those around it', async () => {
    const running = weekOf(todayIn(TIME_ZONE))
    const { body } = await browser.get(address)
    expect(body).toMatch(/<title>Week \d+, \d+ [^<]* · portfolio-ops<\/title>/)
    expect(body).not.toContain('rel="next"')
    expect((await browser.get(`${address}/${running}`)).body).toContain('The current week')
    const first = await browser.get(`${address}/2026-W01`)
    expect(first.body).toContain('<h1>Week 1, 29 December 2025 to 4 January 2026</h1>')
    expect(first.body).toMatch(/rel="prev" href="\/admin\/week\/2025-W52"/)
    expect(first.body).toMatch(/rel="next" href="\/admin\/week\/2026-W02"/)
    expect(first.body).toContain('Nothing was decided.')
    expect((await browser.get(`${address}/2020-w53`)).body).toContain('28 December 2020 to 3 January 2021')
    expect((await browser.get(`${address}/2000-W01`)).body).not.toContain('rel="prev"')
  })

  it.each(['2025-W53', '2026-W00', '48', '2099-W01', 'constructor'])(
    'does not exist for %s',
    async (week) => {
      expect((await browser.get(`${address}/${week}`)).status).toBe(404)
    },
  )

  it('is in the navigation and in the search of pages, for admins and managers', async () => {
    const manager = await signIn(world, await makePerson(world, 'manager'))
    expect((await manager.get(address)).body).toMatch(/href="\/admin\/week" aria-current="page"/)
    expect((await manager.get('/admin/search/quick?q=week')).body).toContain('href="/admin/week"')
    const user = await signIn(world, await makePerson(world, 'user'))
    expect((await user.get(address)).status).toBe(403)
  })

  it('says in an empty database what to do first', async () => {
    const empty = await makeWorld()
    const { status, body } = await (await signIn(empty, await makePerson(empty))).get(address)
    expect([status, body.includes('Connect an agent')]).toEqual([200, true])
  })

  it('is read by the same number of statements, however much happened', async () => {
    const count = async () => (await statementsOf(() => browser.get(address))).length
    const before = await count()
    await fillWeek(world, browser)
    expect(await count()).toBe(before)
  })
})

describe('the name of a week', () => {
  it.each([
    ['2026-W48', '2026-11-23', '2026-11-29', 'Week 48, 23 to 29 November 2026'],
    ['2026-W49', '2026-11-30', '2026-12-06', 'Week 49, 30 November to 6 December 2026'],
    ['2020-W53', '2020-12-28', '2021-01-03', 'Week 53, 28 December 2020 to 3 January 2021'],
  ])('of %s says once what its days have in common', (week, from, to, title) => {
    expect(weekTitle({ week, from, to })).toBe(title)
  })

  it('is in the language of the person', () => {
    const week = { week: '2026-W49', from: '2026-11-30', to: '2026-12-06' }
    expect(inLanguage('ru', () => weekTitle(week))).toBe('Неделя 49, 30 ноября — 6 декабря 2026 г.')
  })
})
