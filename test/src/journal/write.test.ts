import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { issueToken } from '../../../src/access/token.ts'
import { transact } from '../../../src/database/transaction.ts'
import { changeUser, setPassword } from '../../../src/people/user-administration.ts'
import { allRoutes } from '../../support/admin-routes.ts'
import { type AdminWorld, makeAdminWorld } from '../../support/admin-world.ts'
import { sql } from '../../support/makers.ts'
import { makePerson, operator, type TestUser } from '../../support/people.ts'
import { changeDuring, type RawAnswer, type WriteRequest } from '../../support/stalled-requests.ts'
import { tableContents } from '../../support/table-contents.ts'
import { apiWrites, formWrites } from '../../support/write-requests.ts'

// The routes with a caller, by surface, as a method and a path.
const surfaces = {
  portfolio: /^\w+ \/api\/portfolio\//,
  assistant: /^\w+ \/api\/(resources|improvements|tasks|bugs|agents)/,
  operations: /^(?!POST \/api\/v1\/auth\/token$)\w+ \/api\/v1\/(?!bot\/)/,
  admin: /^\w+ \/admin\/(?!log(in|out)$|invitation\/|account\/keys\/)/,
}

let world: AdminWorld
beforeAll(async () => {
  world = await makeAdminWorld({}, { secretKey: randomBytes(32) })
})

const database = <T>(callback: Parameters<typeof transact<T>>[1]) => transact(world.database.orm, callback)

// How each surface answers a caller without a valid credential, and one whose rights have changed.
const isUnauthenticated = ({ request, status, head, body }: RawAnswer) => {
  if (request.path.startsWith('/admin')) return status === 303 && /location: \/admin\/login/i.test(head)
  if (request.path.startsWith('/api/portfolio'))
    return status === 403 && body.includes('"Invalid or missing portfolio token."')
  return status === 401 && body.includes('"Unauthenticated."')
}
const isDenied = ({ status, body }: RawAnswer) =>
  status === 403 && body.includes('changed during the request')

// Everything but when a credential was last used, and the requests.
async function stored() {
  const tables = Object.entries(await tableContents(world.url))
  const text = 'select id, revoked_at from tokens union all select id, null from sessions order by 1, 2'
  return {
    ...Object.fromEntries(tables.filter(([name]) => !/^(tokens|sessions|request_.*)$/.test(name))),
    credentials: await sql(world, text),
  }
}

/** Changes the caller while the requests are sent. Returns the requests that were not rejected as `isRejected` says. */
async function accepted(
  requests: WriteRequest[],
  change: () => Promise<unknown>,
  isRejected: (answer: RawAnswer) => boolean,
): Promise<string[]> {
  let before: unknown
  const answers = await changeDuring(world, requests, async () => {
    await change()
    before = await stored()
  })
  expect(await stored()).toEqual(before)
  return answers
    .filter((answer) => !isRejected(answer))
    .map(
      ({ request, status, head, body }) =>
        `${request.method} ${request.path}: ${status} ${body.slice(0, 300) || head}`,
    )
}

const revoke = ({ token_id }: TestUser) =>
  sql(world, 'update tokens set revoked_at = now() where id = $1', token_id)
const block = ({ email }: TestUser) =>
  database((em) => changeUser(em, operator, { email }, { status: 'blocked' }))
const deactivate = ({ email }: TestUser) =>
  database((em) => changeUser(em, operator, { email }, { status: 'inactive' }))
const demote = ({ email }: TestUser) =>
  database((em) => changeUser(em, operator, { email }, { role: 'manager' }))
const replacePassword = ({ email }: TestUser) =>
  database((em) => setPassword(em, operator, { email }, { password: 'after the theft' }))

describe('a write whose body arrives after its caller has changed stores nothing', () => {
  it.each([
    ['a portfolio token', 'pft', surfaces.portfolio, 'x-portfolio-token', ['read', 'write']],
    ['an LLM key', 'llm', surfaces.assistant, 'x-llm-key', ['resources:read', 'resources:write']],
  ] as const)(
    'with %s that is revoked, expires or loses a scope',
    async (_title, prefix, paths, header, abilities) => {
      const changes = [
        ['revoked_at = now()', isUnauthenticated],
        ['expires_at = now()', isUnauthenticated],
        [`abilities = '["${abilities[0]}"]'`, isDenied],
      ] as const
      for (const [change, isRejected] of changes) {
        const { token, secret } = await database((em) =>
          issueToken(em, operator, { prefix, name: 'agent', abilities }),
        )
        const requests = await apiWrites(world, paths, { [header]: secret })
        expect(requests.length).toBeGreaterThan(10)
        const update = () => sql(world, `update tokens set ${change} where id = $1`, token.id)
        expect(await accepted(requests, update, isRejected), change).toEqual([])
      }
    },
  )

  it.each([
    ['revoked', revoke, isUnauthenticated],
    ['of a user who is blocked', block, isUnauthenticated],
    ['of a user who is set inactive', deactivate, isDenied],
    ['of a user who gets another role', demote, isDenied],
  ])(
    'with an access token that is %s',
    async (_title, change: (user: TestUser) => Promise<unknown>, isRejected) => {
      const user = await makePerson(world)
      const credential = { authorization: `Bearer ${user.token}` }
      const requests = await apiWrites(world, surfaces.operations, credential)
      expect(requests.length).toBeGreaterThan(25)
      expect(await accepted(requests, () => change(user), isRejected)).toEqual([])
    },
  )

  it.each([
    ['is of a user who is blocked', block, isUnauthenticated],
    ['is of a user whose password changes', replacePassword, isUnauthenticated],
    ['is of a user who is set inactive', deactivate, isDenied],
    ['is of a user who gets another role', demote, isDenied],
  ])('with a session that %s', async (_title, change: (user: TestUser) => Promise<unknown>, isRejected) => {
    const user = await makePerson(world)
    const { requests } = await formWrites(world, user)
    expect(requests.length).toBeGreaterThan(100)
    expect(await accepted(requests, () => change(user), isRejected)).toEqual([])
  })
})

it('sends a request to every route that writes, except those that have no caller', () => {
  const writes = allRoutes(world).filter(({ method }) => method !== 'GET')
  const names = writes.map(({ method, path }) => `${method} ${path}`)
  const withoutCaller = names.filter((name) => !Object.values(surfaces).some((routes) => routes.test(name)))
  expect(withoutCaller.sort()).toEqual([
    // The switch of the keys is a cookie.
    'POST /admin/account/keys/off',
    'POST /admin/account/keys/on',
    // Logins authenticate by their bodies, and a logout ends nothing but its own session. The link of an invitation is
    // its own credential.
    'POST /admin/invitation/:secret',
    'POST /admin/login',
    'POST /admin/logout',
    'POST /api/v1/auth/token',
    // BOT_TOKEN cannot change while the server runs.
    'POST /api/v1/bot/:agent/log',
    'POST /api/v1/bot/main',
    // Only reads.
    'POST /mcp',
  ])
})

describe('a stolen credential', () => {
  it('creates no token after its user has set a new password', async () => {
    const user = await makePerson(world)
    const { requests } = await formWrites(world, user)
    const creation = requests.filter(({ path }) => path === '/admin/api-token/new')
    const answers = await changeDuring(world, creation, () => replacePassword(user))
    expect(answers.map(isUnauthenticated)).toEqual([true])
    const valid = 'select id from tokens where user_id = $1 and revoked_at is null'
    expect(await sql(world, valid, user.id)).toEqual([])
  })

  it('of an admin who is blocked creates no admin and does not unblock its user', async () => {
    const user = await makePerson(world)
    const { requests } = await formWrites(world, user)
    const creation = requests.filter(({ path }) => path === '/admin/users/new')
    const [edit] = requests.filter(({ path }) => /^\/admin\/users\/\d+\/edit$/.test(path))
    const unblocking = { ...edit!, path: `/admin/users/${user.id}/edit`, body: `${edit!.body}&status=active` }
    const before = await sql(world, 'select count(*) from users')
    const answers = await changeDuring(world, [...creation, unblocking], () => block(user))
    expect(answers.map(isUnauthenticated)).toEqual([true, true])
    expect(await sql(world, 'select count(*) from users')).toEqual(before)
    const [row] = await sql(world, 'select status from users where id = $1', user.id)
    expect(row).toEqual({ status: 'blocked' })
  })
})

// Or chooses the language of the own pages.
const endsAccess = ({ path }: WriteRequest) =>
  /\/auth\/tokens?\b|(api-token|connections)\/\d+\/revoke|sessions\/\d+\/end|calendar\/revoke|account\/language/.test(
    path,
  )

describe('an inactive user', () => {
  it.each(['admin', 'manager'] as const)('with the role %s can only end the own access', async (role) => {
    const user = await makePerson(world, role)
    const { requests } = await formWrites(world, user)
    await deactivate(user)
    const api = await apiWrites(world, surfaces.operations, { authorization: `Bearer ${user.token}` })
    const before = await stored()
    const allowed: string[] = []
    for (const { method, path, headers, body } of [...api, ...requests].filter((sent) => !endsAccess(sent))) {
      const options = { method: method as 'POST', url: path, headers, payload: body }
      const { statusCode } = await world.app.inject(options)
      if (statusCode !== 403) allowed.push(`${method} ${path}: ${statusCode}`)
    }
    expect(allowed).toEqual([])
    expect(await stored()).toEqual(before)
    expect((await user.send('DELETE', '/auth/token')).status).toBe(204)
  })
})
