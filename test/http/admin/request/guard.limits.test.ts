import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, signIn } from '../../../support/admin.ts'
import { newAddress } from '../../../support/login.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const limit = 40
let world: World
beforeAll(async () => {
  world = await makeWorld({ RATE_LIMIT_PER_MINUTE: String(limit), TRUST_PROXY: '127.0.0.1' })
})

describe('the limit of requests', () => {
  it('applies to each session, and its 429 is a page', async () => {
    const person = await makePerson(world)
    const [busy, other] = [await signIn(world, person), await signIn(world, person)]
    const answers = []
    for (let count = 0; count <= limit; count++) answers.push(await busy.get('/admin/account'))
    expect(answers.map(({ status }) => status)).toEqual([...Array(limit).fill(200), 429])
    const { headers, body } = answers.at(-1)!
    expect([headers['content-type'], headers['x-ratelimit-remaining']]).toEqual([
      'text/html; charset=utf-8',
      '0',
    ])
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(body).toContain('<h1>Too Many Attempts.</h1>')
    expect((await other.get('/admin/account')).status).toBe(200)
  })

  it('does not count static files', async () => {
    const address = newAddress()
    const browser = openBrowser(world)
    const { body } = await browser.get('/admin/login', address)
    const files = [...body.matchAll(/(?:href|src)="(\/admin\/static\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(files.length).toBeGreaterThanOrEqual(4)
    for (let count = 0; count <= limit; count++) {
      const { status, headers } = await browser.get(files[count % files.length]!, address)
      expect([status, headers['x-ratelimit-remaining']]).toEqual([200, undefined])
    }
    expect((await browser.get('/admin/login', address)).headers['x-ratelimit-remaining']).toBe(`${limit - 2}`)
  })
})

it('rejects the sixth attempt at the own password in a minute, with a page, also with the right one', async () => {
  const [person, other] = [await makePerson(world), await makePerson(world)]
  const [browser, otherBrowser] = [await signIn(world, person), await signIn(world, other)]
  const change = (from: Browser, current_password: string) =>
    from.post('/admin/account', { current_password, password: 'velvet crane ladder' })
  await browser.get('/admin/account')
  await otherBrowser.get('/admin/account')
  for (let count = 0; count < 5; count++) expect((await change(browser, `wrong ${count}`)).status).toBe(422)
  const { status, headers, body } = await change(browser, person.password)
  expect([status, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  expect(body).toContain('<h1>Too Many Attempts.</h1>')
  expect((await change(otherBrowser, other.password)).status).toBe(303)
})

it('rejects the twenty-first login from one address with a page, whatever the emails are', async () => {
  const browser = openBrowser(world)
  const address = newAddress()
  await browser.get('/admin/login', address)
  const logins = Array.from({ length: 21 }, (_, number) =>
    browser.post('/admin/login', { email: `nobody-${number}@people.test`, password: 'wrong' }, address),
  )
  const statuses = (await Promise.all(logins)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 422)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})
