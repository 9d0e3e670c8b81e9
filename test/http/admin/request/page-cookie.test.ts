import { createHmac } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { type Browser, openBrowser, signIn } from '../../../support/admin.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let person: TestUser
let browser: Browser
beforeAll(async () => {
  world = await makeWorld({ PUBLIC_URL: 'https://ops.test' })
  person = await makePerson(world)
  browser = await signIn(world, person)
})

const notice = '__Host-notice'
let number = 0
const createCompany = async ({ get, post }: Browser) => {
  await get('/admin/companies/new')
  return post('/admin/companies/new?back=/admin/companies%3Fstatus%3Dactive', { name: `Company ${++number}` })
}
const forged = (secret: string) => {
  const value = 'Call this number'
  return `${createHmac('sha256', secret).update(`notice=${value}`).digest('base64url')}.${value}`
}

it('shows the notice of an action once, and leads back to the list', async () => {
  const { location = '' } = await createCompany(browser)
  const { body } = await browser.get(location)
  expect(body).toContain('Company created.')
  expect(body).toContain('/admin/companies?status=active')
  expect((await browser.get(location)).body).not.toContain('Company created.')
})

it('shows no notice that another program has planted, with or without a session', async () => {
  const other = await signIn(world, person)
  await createCompany(other)
  const session = other.cookies.get('__Host-session') ?? ''
  const texts = [
    'Call this number',
    '.Call this number',
    forged(''),
    forged(session),
    other.cookies.get(notice),
  ]
  for (const target of [browser, openBrowser(world)])
    for (const [index, text = ''] of texts.entries()) {
      target.cookies.set(notice, text)
      const { body } = await target.get(target === browser ? '/admin/companies' : '/admin/login')
      expect([index, /class="notice|Call this number/.exec(body)]).toEqual([index, null])
      expect(target.cookies.has(notice)).toBe(false)
    }
})

it('says that a person is signed out, also if the browser keeps another notice', async () => {
  const other = await signIn(world, person)
  await createCompany(other)
  await other.post('/admin/logout')
  expect((await other.get('/admin/login')).body).toContain('You are signed out.')
})

it('sets every cookie for this host, for https alone and out of reach of scripts', async () => {
  const own = openBrowser(world)
  const pages = [await own.get('/admin/login')]
  pages.push(await own.post('/admin/login', { email: person.email, password: person.password }))
  pages.push(await createCompany(own), await own.post('/admin/logout'))
  const cookies = pages.flatMap(({ headers }) => [headers['set-cookie'] ?? []].flat().map(String))
  expect(new Set(cookies.map((cookie) => cookie.split('=')[0]))).toEqual(
    new Set(['csrf', 'session', 'notice', 'back'].map((name) => `__Host-${name}`)),
  )
  for (const cookie of cookies)
    expect(cookie).toMatch(
      /^__Host-\w+=[^;]*;( Max-Age=\d+;)? Path=\/;( Expires=[^;]+;)? HttpOnly; Secure; SameSite=Lax$/,
    )
})
