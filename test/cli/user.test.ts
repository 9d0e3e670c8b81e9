import { once } from 'node:events'
import { expect, it } from 'vitest'
import { ownDatabase, run, serve, start } from './cli.ts'
import { runHere } from './here.ts'

const email = 'anna@people.test'
const create = ['user', 'create', '--email', ' Anna@People.test', '--name', 'Анна', '--role', 'manager']
const seeList = 'Run "portfolio-ops user list" to see all users.\n'
const tokenRequest = { token_name: 'test', abilities: ['apps:read'] }

it('creates a user who can log in, changes password and role, and blocks the user', async () => {
  const DATABASE_URL = await ownDatabase()
  const created = await run({ DATABASE_URL }, ...create)
  expect(created).toMatchObject({ code: 0, err: '' })
  const password = created.out.match(/shown only once: (\w{20})\n/)?.[1]

  const server = await serve({ DATABASE_URL })
  expect(server.startup).not.toHaveProperty('admin')
  const login = async (secret = password) => {
    const body = JSON.stringify({ email, password: secret, ...tokenRequest })
    const headers = { 'content-type': 'application/json' }
    return fetch(`${server.url}/api/v1/auth/token`, { method: 'POST', headers, body })
  }
  const first = await login()
  expect(first.status).toBe(201)
  const authorization = `Bearer ${((await first.json()) as { access_token: string }).access_token}`
  const withFirstToken = () => fetch(`${server.url}/api/v1/auth/tokens`, { headers: { authorization } })
  expect((await withFirstToken()).status).toBe(200)

  const again = await runHere({ DATABASE_URL }, ...create)
  expect(again).toMatchObject({ code: 1, out: '', err: `The email has already been taken. ${seeList}` })
  const changed = start(['user', 'set-password', email, '--password-stdin'], { DATABASE_URL })
  changed.stdin?.end('a new secret\n')
  expect((await once(changed, 'close'))[0]).toBe(0)
  expect(changed.out).toBe(`Password of ${email} changed. Revoked operations tokens: 1.\n`)
  await expect.poll(async () => (await withFirstToken()).status, { timeout: 3000 }).toBe(401)
  expect((await login()).status).toBe(422)
  expect((await login('a new secret')).status).toBe(201)

  expect((await run({ DATABASE_URL }, 'user', 'set-role', email, 'admin')).code).toBe(0)
  const blocked = await run({ DATABASE_URL }, 'user', 'set-status', email, 'blocked', '--json')
  expect(blocked.json()).toEqual({ email, status: 'blocked', revoked_tokens: 1 })
  expect((await login('a new secret')).status).toBe(422)
  const { users } = (await run({ DATABASE_URL }, 'user', 'list', '--json')).json()
  expect(users).toMatchObject([{ email, name: 'Анна', role: 'admin', status: 'blocked' }])
  expect(users[0]).not.toHaveProperty('password')
  expect((await runHere({ DATABASE_URL }, 'user', 'list')).out).toMatch(
    /^\d+ {2}anna@people.test {2}admin {2}blocked/,
  )
})

it('reports an unknown user, and exits 2 on an invalid value', async () => {
  const DATABASE_URL = await ownDatabase()
  for (const [command, ...value] of [['set-role', 'admin'], ['set-status', 'blocked'], ['set-password']]) {
    const missing = await runHere({ DATABASE_URL }, 'user', `${command}`, 'nobody@people.test', ...value)
    expect(missing).toMatchObject({ code: 1, err: `User nobody@people.test does not exist. ${seeList}` })
  }
  for (const invalid of [
    ['user', 'set-role', email, 'king'],
    ['user', 'set-status', email, 'away'],
    ['user', 'create', '--email', 'anna', '--name', 'Anna', '--role', 'user'],
    ['user', 'create', '--email', email, '--name', ' ', '--role', 'user'],
    ['user', 'create', '--email', email, '--name', 'Anna'],
  ])
    expect([invalid, (await runHere({ DATABASE_URL }, ...invalid)).code]).toEqual([invalid, 2])
  for (const command of [create, ['user', 'set-password', email]]) {
    const tooShort = start([...command, '--password-stdin'], { DATABASE_URL })
    tooShort.stdin?.end('eleven char\n')
    expect((await once(tooShort, 'close'))[0]).toBe(1)
    expect(tooShort.err).toMatch(
      /^The password on stdin must have 12 to 1024 characters\. Correct it, or omit --password-stdin [^\n]*\n$/,
    )
  }
  const guessable = start([...create, '--password-stdin'], { DATABASE_URL })
  guessable.stdin?.end('password1234\n')
  expect((await once(guessable, 'close'))[0]).toBe(1)
  expect(guessable.err).toMatch(/^The password field must not be common, predictable [^\n]*\n$/)
})

it('is created once by serve as the first admin', async () => {
  const DATABASE_URL = await ownDatabase()
  const [one, other] = await Promise.all([serve({ DATABASE_URL }), serve({ DATABASE_URL })])
  const [admin, ...more] = [one, other].map(({ startup }) => startup.admin).filter(Boolean)
  expect(more).toEqual([])
  expect(admin).toEqual({ email: 'admin@portfolio.local', password: expect.stringMatching(/^\w{20}$/) })
  const { users } = (await runHere({ DATABASE_URL }, 'user', 'list', '--json')).json()
  expect(users).toMatchObject([{ email: 'admin@portfolio.local', role: 'admin', status: 'active' }])
})

it('is created by serve with a password that could be guessed, with a warning, but not in production', async () => {
  const DATABASE_URL = await ownDatabase()
  const sentence = 'ADMIN_PASSWORD must not be common, predictable or made of the name or email of its user.'
  const variables = { DATABASE_URL, ADMIN_PASSWORD: 'password1234', PORT: '0' }
  const rejected = start(['serve'], { ...variables, NODE_ENV: 'production' })
  expect((await once(rejected, 'close'))[0]).toBe(1)
  expect(rejected.err).toContain(sentence)
  const server = await serve(variables)
  await expect.poll(() => server.child.err).toContain(`Warning: ${sentence}`)
})

it('is created by serve with the login of the environment, whose password is not printed', async () => {
  const ADMIN_PASSWORD = 'a password of the environment'
  const server = await serve({
    DATABASE_URL: await ownDatabase(),
    ADMIN_EMAIL: 'Boss@x.test',
    ADMIN_PASSWORD,
  })
  expect(server.startup.admin).toEqual({ email: 'boss@x.test' })
  const body = JSON.stringify({ email: 'boss@x.test', password: ADMIN_PASSWORD, ...tokenRequest })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${server.url}/api/v1/auth/token`, { method: 'POST', headers, body })).status).toBe(201)
})
