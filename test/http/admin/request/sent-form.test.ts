import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AdminPage, type Browser, signIn } from '../../../support/admin.ts'
import { adminRoutes } from '../../../support/admin-routes.ts'
import { type AdminWorld, makeAdminWorld } from '../../../support/admin-world.ts'
import { makeForm } from '../../../support/form-cases/index.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { formOn, openForm } from '../../../support/send-form.ts'
import { tableContents } from '../../../support/table-contents.ts'

let world: AdminWorld
beforeAll(async () => {
  world = await makeAdminWorld({}, { secretKey: randomBytes(32) })
})

// The forms that store nothing twice anyway, and why.
const others: [RegExp, string][] = [
  [/^\/admin\/log(in|out)$/, 'gives the browser a session, whose secret is not stored'],
  [/^\/admin\/connect\/:id$/, 'is sent twice by the test of the consent page'],
  [/^\/admin\/demonstration$/, 'is sent twice by the test of the first steps'],
]
// What is written whatever is sent, and what a form that is sent again may add.
const unrelated = ['request_log', 'sessions', 'idempotency_keys']

async function contents(): Promise<Record<string, string[]>> {
  // When a token was last used is written later.
  await world.app.lastUse.flush()
  const all = await tableContents(world.url)
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => !unrelated.some((one) => name.startsWith(one))),
  )
}

/** Returns the token of a page that is opened now. */
async function newCsrf(browser: Browser): Promise<string> {
  return /name="_csrf" value="([^"]+)"/.exec((await browser.get('/admin/account')).body)?.[1] ?? ''
}

type Answer = Pick<AdminPage, 'status' | 'body'> & Partial<AdminPage>

/** Returns how the answers to one form differ. Only one of them shows a secret. */
function faultsOf(answers: Answer[]): string[] {
  const secrets = answers.filter(({ body }) => body.includes('class="secret"'))
  const others = answers.filter((answer) => !secrets.includes(answer))
  const [first] = others
  const faults = answers.flatMap(({ status, body, location }) => {
    if (![200, 201, 303].includes(status)) return [`${status} ${/<p class="error"[\s\S]*?<\/p>/.exec(body)}`]
    return status === first?.status && location === first.location ? [] : [`${status} ${location}`]
  })
  if (secrets.length > 1) faults.push(`${secrets.length} pages show the secret`)
  if (
    others.some(({ body }) =>
      secrets.length > 0 ? !body.includes('It was created when') : body !== first?.body,
    )
  )
    faults.push('another page')
  return faults
}

describe('a form that is sent again', () => {
  it('stores once and is answered as the first, on every route', { timeout: 300_000 }, async () => {
    const routes = adminRoutes(world).filter(
      ({ method, path }) => method === 'POST' && !others.some(([pattern]) => pattern.test(path)),
    )
    expect(routes.length).toBeGreaterThan(150)
    const faults: string[] = []
    const sendAgain: (() => Promise<void>)[] = []
    const secrets: string[] = []
    for (const { path } of routes) {
      const form = await makeForm(world, path)
      const sendForm = await openForm(world, form)
      const [last] = await sql(world, 'select max(id) as id from history')
      const answers = await Promise.all([sendForm(), sendForm()])
      secrets.push(...answers.flatMap(({ body }) => /id="secret"[^>]*>([^<]+)</.exec(body)?.[1] ?? []))
      faults.push(...faultsOf(answers).map((fault) => `${path}, at the same time: ${fault}`))
      const stored = 'select count(distinct request_id) as count from history where id > $1'
      const [requests] = await sql(world, stored, last?.id)
      if (Number(requests?.count) > 1) faults.push(`${path}: stored by ${requests?.count} requests`)
      sendAgain.push(async () => {
        const again = await sendForm({ _csrf: await newCsrf(form.browser ?? world.admin) })
        faults.push(...faultsOf([...answers, again]).map((fault) => `${path}, later: ${fault}`))
      })
    }
    const answers = JSON.stringify(await sql(world, 'select body from idempotency_keys'))
    expect(secrets.length).toBeGreaterThan(8)
    for (const secret of secrets) expect(answers).not.toContain(secret)
    const stored = await contents()
    for (const sendForm of sendAgain) await sendForm()
    const after = await contents()
    for (const [table, rows] of Object.entries(stored)) expect(after[table], table).toEqual(rows)
    expect(faults).toEqual([])
  })
  const page = '/admin/tasks/new'
  const titled = (title: string) => ({ title, direction_slug: 'utilities' })
  const named = async (name: string) =>
    Number((await sql(world, 'select count(*) from tasks where title = $1', name))[0]?.count)

  it('is stored by each page that was opened', async () => {
    for (const _ of ['first', 'second'])
      expect(await (await openForm(world, { page, action: page, fields: titled('Twins') }))()).toMatchObject({
        status: 303,
      })
    expect(await named('Twins')).toBe(2)
  })

  it('is stored once, whatever records a page remembers behind its texts', async () => {
    const sendForm = await openForm(world, { page, action: page, fields: titled('Remembered') })
    for (const _named of ['', 'product 1 Scanner'])
      expect(await sendForm({ _named })).toMatchObject({ status: 303 })
    expect(await named('Remembered')).toBe(1)
  })

  it('is stored when it is corrected, and when it is changed', async () => {
    const sendForm = await openForm(world, { page, action: page, fields: titled('') })
    expect(await sendForm({ title: '' })).toMatchObject({ status: 422 })
    expect(await sendForm({ title: 'Corrected' })).toMatchObject({ status: 303 })
    expect(await sendForm({ title: 'Changed' })).toMatchObject({ status: 303 })
    expect([await named('Corrected'), await named('Changed')]).toEqual([1, 1])
  })

  it('is answered as the first, with its message, in another session of the person', async () => {
    const person = await makePerson(world)
    const first = await signIn(world, person)
    const sendForm = await openForm(world, { page, action: page, fields: titled('Rotated'), browser: first })
    const { location } = await sendForm()
    first.cookies.delete('notice')
    await first.get('/admin/login')
    first.cookies.delete('session')
    await first.post('/admin/login', { email: person.email, password: person.password })
    expect(await sendForm()).toMatchObject({ status: 303, location })
    expect((await first.get(String(location))).body).toContain('Task created.')
    expect(await named('Rotated')).toBe(1)
  })

  it('tells another person nothing', async () => {
    const { admin, manager } = world
    const { fields } = formOn(await admin.get(page), { page, action: page, fields: titled('Private') })
    const { location } = await admin.post(page, fields)
    const answered = await manager.post(page, { ...fields, _csrf: await newCsrf(manager) })
    expect(answered.status).toBe(303)
    expect(answered.location).not.toBe(location)
    expect(await named('Private')).toBe(2)
  })

  it('is answered by a page while the first has no answer, which then replaces it', async () => {
    const sendForm = await openForm(world, { page, action: page, fields: titled('Interrupted') })
    const { location } = await sendForm()
    const unanswered = `update idempotency_keys set status = 0, body = 'null', created_at = now() - $1::interval where created_at =
      (select max(created_at) from idempotency_keys) returning scope, status, body`
    const [{ scope }] = (await sql(world, unanswered, '1 minute')) as [{ scope: string }]
    const answered = await sendForm()
    expect([answered.status, answered.body]).toEqual([
      200,
      expect.stringContaining('This form was sent before'),
    ])
    await sql(world, 'update idempotency_keys set created_at = now() where scope = $1', scope)
    const waiting = sendForm()
    const body = { headers: { location }, cookies: {}, page: '' }
    await sql(
      world,
      'update idempotency_keys set status = 303, body = $2 where scope = $1',
      scope,
      JSON.stringify(body),
    )
    expect(await waiting).toMatchObject({ status: 303, location })
    expect(await named('Interrupted')).toBe(1)
  })
})
