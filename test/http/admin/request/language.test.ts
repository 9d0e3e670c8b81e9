import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, signIn } from '../../../support/admin.ts'
import { makeTask, root, sql } from '../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
/** A world whose pages are Russian if no one says otherwise. */
let russian: World
let person: TestUser
let browser: Browser
beforeAll(async () => {
  world = await makeWorld()
  russian = await makeWorld({ ADMIN_LANGUAGE: 'ru' })
  person = await makePerson(world)
  browser = await signIn(world, person)
})

const account = '/admin/account'
const inRussian = { 'accept-language': 'ru' }

function languageOf({ body }: { body: string }): string | undefined {
  return /<html lang="([^"]+)">/.exec(body)?.[1]
}

async function choose(language: string, by = browser) {
  await by.get(account)
  return by.post(`${account}/language`, { language })
}

describe('the language of the pages', () => {
  it.each([
    ['ru', 'ru', 'ru'],
    ['ru-RU;q=0.8, en;q=0.5', 'ru', 'ru'],
    ['en-US,en;q=0.9,ru;q=0.8', 'en', 'en'],
    ['de', 'en', 'ru'],
    ['de, ru;q=0.1', 'ru', 'ru'],
    ['*', 'en', 'ru'],
    [undefined, 'en', 'ru'],
  ])('is by "Accept-Language: %s" %s, or %s if the server is Russian', async (accepted, ours, theirs) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-language': accepted }
    const login = (of: World) => openBrowser(of).get('/admin/login', headers)
    expect(languageOf(await login(world))).toBe(ours)
    expect(languageOf(await login(russian))).toBe(theirs)
    expect(languageOf(await browser.get('/admin', headers))).toBe(ours)
  })

  it('is the one that the person chose, whatever the browser prefers, until the choice is cleared', async () => {
    expect(await choose('ru')).toMatchObject({ status: 303, location: account })
    const page = await browser.get(account, { 'accept-language': 'en' })
    expect(languageOf(page)).toBe('ru')
    expect(page.body).toContain('Язык изменён.')
    expect(page.body).toMatch(/<option(?=[^>]* selected)[^>]* value="ru"/)
    expect((await choose('en')).status).toBe(303)
    expect(languageOf(await browser.get(account, inRussian))).toBe('en')
    expect((await choose('')).status).toBe(303)
    expect(languageOf(await browser.get(account, inRussian))).toBe('ru')
    expect(languageOf(await browser.get(account))).toBe('en')
    const history = `select changes from history where record_type = 'user' and record_id = $1 and event = 'updated'`
    expect(await sql(world, history, person.id)).toHaveLength(3)
  })

  it('is that of the browser before the person has a session', async () => {
    const { body } = await openBrowser(world).get('/admin/login', inRussian)
    expect(body).toContain('<title>Вход · portfolio-ops</title>')
    expect(body).toContain('>Войти</button>')
  })

  it('is not changed by another value, nor without the CSRF token', async () => {
    for (const language of ['de', 'ru-RU', '__proto__'])
      expect(await choose(language)).toMatchObject({
        status: 422,
        body: expect.stringMatching(/aria-describedby="[^"]*error-language/),
      })
    await browser.get(account)
    expect(await browser.post(`${account}/language`, { language: 'ru', _csrf: 'wrong' })).toMatchObject({
      status: 403,
    })
    expect(languageOf(await browser.get(account))).toBe('en')
  })

  it.each([
    ['inactive', 'admin'],
    ['inactive', 'manager'],
    ['inactive', 'user'],
    ['active', 'user'],
  ] as const)('is chosen by an %s %s too', async (status, role) => {
    const other = await signIn(world, await makePerson(world, role, { status }))
    expect((await choose('ru', other)).status).toBe(303)
    expect(languageOf(await other.get(account))).toBe('ru')
  })

  it('says in either language that the person is signed out', async () => {
    const other = await signIn(world, await makePerson(world, 'manager'))
    await choose('ru', other)
    await other.post('/admin/logout')
    const { body } = await other.get('/admin/login')
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('Вы вышли.')
  })

  it('chooses the texts of the scripts, which each page loads before the scripts', async () => {
    const texts = async (language: string) => {
      const { body } = await browser.get('/admin', { 'accept-language': language })
      const [first = ''] = body.match(/<script src="[^"]*texts\.[^"]+"/g) ?? []
      expect(body.indexOf(first)).toBeLessThan(body.indexOf('admin.js'))
      const { headers, statusCode, body: script } = await world.app.inject(first.slice(13, -1))
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
      return { first, script }
    }
    const [english, other] = [await texts('en'), await texts('ru')]
    expect(english.first).toContain('/texts.en.js')
    expect(other.first).toContain('/texts.ru.js')
  })
})

describe('in Russian', () => {
  let own: Browser
  beforeAll(async () => {
    own = await signIn(world, await makePerson(world, 'manager'))
    await choose('ru', own)
  })
  const page = async (path: string) => (await own.get(path)).body

  it('are the account, its notices and the frame of every page', async () => {
    const body = await page(account)
    for (const text of ['<h1>Профиль</h1>', '>Выйти</button>', '>Мой день</a>', '>Календарь</h2>'])
      expect(body).toContain(text)
  })

  it('are times, and the days by which something is due', async () => {
    const { id } = await makeTask(world, { title: 'Dated', due_at: '2026-01-31', status: 'done' })
    const created = `update tasks set created_at = '2026-01-31T12:30:15Z', updated_at = $2 where id = $1`
    await sql(world, created, id, new Date(Date.now() - 3.5 * 3_600_000).toISOString())
    const body = await page(`/admin/tasks/${id}`)
    expect(body).toMatch(/title="31 янв. 2026 г., 12:30:15 \(UTC\)">31 янв. 2026 г., 12:30<\/time>/)
    expect(body).toContain('>3 ч назад</time>')
    expect(body).toContain('<time datetime="2026-01-31">31 янв. 2026 г.</time>')
  })

  it.each([
    ['a page that does not exist', '/admin/nothing', 404, 'Адрес неверен, или запись удалена.'],
    ['a page that the person may not see', '/admin/users', 403, 'На это нет прав.'],
  ])('is the answer about %s', async (_title, path, status, text) => {
    const answer = await own.get(path)
    expect(answer.status).toBe(status)
    expect(languageOf(answer)).toBe('ru')
    expect(answer.body).toContain(text)
  })

  it('is what is wrong with a form', async () => {
    await own.get('/admin/companies/new')
    const answer = await own.post('/admin/companies/new', { name: '' })
    expect(answer.status).toBe(422)
    expect(languageOf(answer)).toBe('ru')
    expect(answer.body).toMatch(/class="error"[^>]*>Заполните поле/)
  })

  it('is a failure before the form is read: without the token, or of too much data', async () => {
    const old = await own.post('/admin/companies/new', { name: 'A', _csrf: 'wrong' })
    expect(old).toMatchObject({ status: 403, body: expect.stringContaining('Эта форма устарела') })
    const large = await own.post('/admin/companies/new', { name: 'A'.repeat(2_000_000) })
    expect(large).toMatchObject({ status: 413, body: expect.stringContaining('Слишком много данных.') })
    const elsewhere = await own.post('/admin/companies/new', {}, { 'sec-fetch-site': 'cross-site' })
    expect(elsewhere.body).toContain('Запросы с другого сайта не разрешены.')
  })

  it('is what the login page says about a wrong password', async () => {
    const login = openBrowser(world)
    await login.get('/admin/login', inRussian)
    const { status, body } = await login.post(
      '/admin/login',
      { email: person.email, password: '' },
      inRussian,
    )
    expect(status).toBe(422)
    expect(body).toContain('Заполните поле «Пароль».')
  })
})

describe('an API', () => {
  it.each(['with "Accept-Language: ru"', 'with the token of a person who chose Russian'])(
    'answers in English %s',
    async (title) => {
      if (title.includes('token'))
        await sql(world, `update users set language = 'ru' where id = $1`, person.id)
      const bearer = { authorization: `Bearer ${person.token}`, ...inRussian }
      const company = await world.send('POST', '/api/v1/companies', {}, bearer)
      expect(company).toMatchObject({
        status: 422,
        body: { errors: { name: ['The name field is required.'] } },
      })
      const product = await world.send('POST', `${root}/products`, {}, inRussian)
      expect(product.body.errors.name).toEqual(['The name field is required.'])
      expect((await world.send('GET', `${root}/tasks/999999`, undefined, inRussian)).body.message).toBe(
        'Not found.',
      )
    },
  )
})
