import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { type AdminPage, type Browser, openBrowser, type Sent } from '../../../support/admin.ts'
import { adminRoutes } from '../../../support/admin-routes.ts'
import { type AdminWorld, makeAdminWorld } from '../../../support/admin-world.ts'
import type { FormCase } from '../../../support/form-cases/form-case.ts'
import { makeForm } from '../../../support/form-cases/index.ts'
import { latinWords } from '../../../support/latin-words.ts'
import { sql } from '../../../support/makers.ts'
import { openFields } from '../../../support/send-form.ts'

let world: AdminWorld
beforeAll(async () => {
  world = await makeAdminWorld({ ADMIN_LANGUAGE: 'ru' }, { secretKey: randomBytes(32) })
})

// The forms that other tests send, and why not this one.
const others: [RegExp, string][] = [
  [/^\/admin\/log(in|out)$/, 'is sent below'],
  [/^\/admin\/connect\/:id$/, 'leads to a client'],
  [/^\/admin\/demonstration$/, 'stores English records in an empty database'],
]

type Answer = Pick<AdminPage, 'status' | 'body'> & { location?: string | undefined }

/** Returns what is English in the answer to a form, or on the page to which it leads, with its notice. */
async function englishIn(browser: Browser, { status, body, location }: Answer): Promise<string[]> {
  const page = status === 303 && location?.startsWith('/admin') ? (await browser.get(location)).body : body
  const found = [...(page.includes('<html lang="ru">') ? [] : ['another language']), ...latinWords(page)]
  if (status >= 500) found.push('a failure')
  return found.map((text) => `${status}: ${text}`)
}

const isShown = (name: string) => !name.startsWith('_')

/** Returns every field that a person fills in with another value. */
function filledWith(value: string, fields: Sent): Sent {
  return Object.fromEntries(
    Object.keys(fields)
      .filter(isShown)
      .map((name) => [name, value]),
  )
}

// Each form gets one of them.
const wrongValues = ['ъ', '-1', '2026-02-31', 'ъ'.repeat(3000)]

/** Changes the texts that the form changes, as another page of it would. */
function changedTexts({ fields = {} }: FormCase): Sent {
  const texts = Object.entries(fields).filter(([, value]) => typeof value === 'string' && / /.test(value))
  return Object.fromEntries(texts.map(([name, value]) => [name, `${value} ъ`]))
}

/** Makes the newest change one of another person. */
async function giveAway(): Promise<void> {
  const actor = JSON.stringify({ type: 'user', id: 900, name: 'Борис' })
  await sql(world, 'update history set actor = $1 where id = (select max(id) from history)', actor)
}

/** Returns the fields that are sent in place of those of a page, by what is wrong with them. */
function attemptsOf(fields: Sent, wrong: string): Record<string, Sent> {
  const attempts: Record<string, Sent> = {}
  if ('_version' in fields) attempts.outdated = { _version: '1' }
  if (!Object.keys(fields).some(isShown)) return attempts
  return { ...attempts, empty: filledWith('', fields), wrong: filledWith(wrong, fields) }
}

/** Prepares a form and sends it in several ways. Returns what is English in the answers. */
async function englishAnswers(path: string, index: number, statuses: Set<number>): Promise<string[]> {
  const english: string[] = []
  let form = await makeForm(world, path)
  let page = await openFields(world, form)
  const send = async (what: string, changes: Sent) => {
    const answer = await page.sendForm({ ...changes, _form: randomBytes(16).toString('base64url') })
    statuses.add(answer.status)
    const found = await englishIn(form.browser ?? world.admin, answer)
    english.push(...found.map((text) => `${path}, ${what}: ${text}`))
    return answer.status < 400
  }
  if (form.lines) {
    page = await openFields(world, { ...form, lines: [] })
    await send('no lines', {})
    page = await openFields(world, form)
  }
  const attempts = form.lines ? {} : attemptsOf(page.fields, wrongValues[index % wrongValues.length] ?? '')
  for (const [what, changes] of Object.entries(attempts)) {
    if (!(await send(what, changes))) continue
    // What was done cannot be done again.
    form = await makeForm(world, path)
    page = await openFields(world, form)
  }
  if (!(await send('valid', {}))) english.push(`${path}: rejected`)
  await giveAway()
  await send('again', changedTexts(form))
  return english
}

it('each form is answered in Russian: valid, invalid, outdated and sent again', {
  timeout: 300_000,
}, async () => {
  const routes = adminRoutes(world)
    .filter(({ method, path }) => method === 'POST' && !others.some(([pattern]) => pattern.test(path)))
    .map(({ path }) => path)
  // Wrong passwords count as attempts to sign in, of which there may be few in a minute.
  routes.sort((a, b) => Number(a === '/admin/account') - Number(b === '/admin/account'))
  const english: string[] = []
  const statuses = new Set<number>()
  for (const [index, path] of routes.entries()) english.push(...(await englishAnswers(path, index, statuses)))
  expect([...statuses].sort()).toEqual([200, 201, 303, 404, 409, 413, 422])
  expect(english).toEqual([])
})

it('each refusal is in Russian', async () => {
  const { admin, inactive, made, user } = world
  const stranger = openBrowser(world)
  await stranger.get('/admin/login')
  const company = '/admin/companies/new'
  const inUse = ['agents', 'companies', 'competitors', 'improvements', 'services', 'strategies']
  const sendings: [Browser, number, string, Sent?, Record<string, string>?][] = [
    [admin, 403, company, { _csrf: 'x' }],
    [inactive, 403, company],
    [user, 403, company],
    [admin, 404, '/admin/companies/999999/edit'],
    [admin, 404, '/admin/nothing'],
    [admin, 405, '/admin/week'],
    [admin, 415, company, {}, { 'content-type': 'text/plain' }],
    ...inUse.map((name): [Browser, number, string] => [
      admin,
      409,
      `/admin/${name}/${made[name]?.[0]}/delete`,
    ]),
    [openBrowser(world), 403, '/admin/login'],
    [stranger, 422, '/admin/login', { email: 'a@people.test', password: 'b' }],
    [stranger, 422, '/admin/login'],
    [stranger, 404, '/admin/invitation/none', { password: 'A password of a person' }],
    [user, 303, '/admin/logout'],
  ]
  const english: string[] = []
  for (const [browser, status, path, fields, headers] of sendings) {
    if (status === 409) await browser.get(path)
    const answer = await browser.post(path, fields, headers)
    const found = await englishIn(browser, answer)
    if (answer.status !== status) found.push(String(answer.status))
    english.push(...found.map((text) => `${status}, ${path}: ${text}`))
  }
  expect(english).toEqual([])
})
