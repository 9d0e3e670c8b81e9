import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, signIn } from '../../../support/admin.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world, 'admin'))
})

const password = 'correct horse battery staple'
const linkIn = (body: string) => /http:\/\/ops\.test(\/admin\/invitation\/[\w-]{43})/.exec(body)?.[1] ?? ''

let number = 0
async function inviteSomeone() {
  const email = `new${++number}@example.com`
  await admin.get('/admin/users/new')
  const { status, body, headers } = await admin.post('/admin/users/new', {
    email,
    name: 'Нина',
    role: 'manager',
  })
  expect(status).toBe(201)
  expect(headers['cache-control']).toBe('no-store')
  const id = Number(/href="\/admin\/users\/(\d+)"/.exec(body)?.[1])
  return { email, id, link: linkIn(body), body }
}

async function choose(link: string, chosen: string) {
  const browser = openBrowser(world)
  const page = await browser.get(link)
  if (page.status !== 200) return page
  return browser.post(link, { password: chosen })
}

describe('the link of a new user', () => {
  it('sets the password that the person chooses, once, and signs the person in', async () => {
    const { email, link, body } = await inviteSomeone()
    expect(body).not.toContain('generated password')
    const browser = openBrowser(world)
    const page = await browser.get(link)
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('Welcome, Нина') })
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(await browser.post(link, { password })).toMatchObject({ status: 303, location: '/admin' })
    expect((await browser.get('/admin')).status).toBe(200)
    await signIn(world, { email, password })
    expect(await choose(link, password)).toMatchObject({
      status: 404,
      body: expect.stringContaining('This link is not valid any more. Ask an admin for a new one.'),
    })
    expect((await browser.get(link)).body).not.toContain('record was deleted')
  })

  it('stays valid after a password was refused', async () => {
    const { link } = await inviteSomeone()
    expect(await choose(link, 'short')).toMatchObject({
      status: 422,
      body: expect.stringContaining('must be at least 12 characters'),
    })
    expect((await choose(link, 'password1234')).status).toBe(422)
    expect((await choose(link, password)).status).toBe(303)
  })

  it('ends with a new one, after 72 hours, and for a blocked user', async () => {
    const { id, link } = await inviteSomeone()
    const { body } = await admin.confirm(`/admin/users/${id}/link`)
    const second = linkIn(body)
    expect(second).not.toBe(link)
    expect((await choose(link, password)).status).toBe(404)
    const [row] = await sql(
      world,
      'select extract(epoch from expires_at - now()) / 3600 as hours from invitations where user_id = $1',
      id,
    )
    expect(Number(row?.hours)).toBeCloseTo(72, 1)
    await sql(world, 'update invitations set expires_at = now() where user_id = $1', id)
    expect((await choose(second, password)).status).toBe(404)
    const third = linkIn((await admin.confirm(`/admin/users/${id}/link`)).body)
    await sql(world, `update users set status = 'blocked' where id = $1`, id)
    expect((await choose(third, password)).status).toBe(404)
  })

  it('of two uses at once succeeds for one', async () => {
    const { link } = await inviteSomeone()
    const pages = await Promise.all([choose(link, password), choose(link, `${password}!`)])
    expect(pages.map(({ status }) => status).sort()).toEqual([303, 404])
  })

  it('is on no page afterwards, and only its digest is stored', async () => {
    const { id, link } = await inviteSomeone()
    const secret = link.split('/').at(-1) as string
    expect((await admin.get(`/admin/users/${id}`)).body).not.toContain(secret)
    const [row] = await sql(world, 'select digest from invitations where user_id = $1', id)
    expect(row?.digest).not.toBe(secret)
  })

  it('is not needed for a user whose password the admin has set', async () => {
    await admin.get('/admin/users/new')
    const fields = { email: 'given@example.com', name: 'Given', role: 'user', password }
    expect((await admin.post('/admin/users/new', fields)).status).toBe(303)
  })
})
