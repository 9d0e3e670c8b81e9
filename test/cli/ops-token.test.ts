import { expect, it } from 'vitest'
import { ownDatabase, run, serve } from './cli.ts'
import { runHere } from './here.ts'

const seeUsers = 'Run "portfolio-ops user list" to see all users.\n'

it('lists the operations tokens of all users or of one, and revokes one or all of a user', async () => {
  const DATABASE_URL = await ownDatabase()
  const [anna, boris] = ['anna@people.test', 'boris@people.test']
  const server = await serve({ DATABASE_URL })
  const passwords = new Map<string, string>()
  for (const email of [anna, boris]) {
    const args = ['user', 'create', '--email', email, '--name', email, '--role', 'user', '--json']
    passwords.set(email, (await runHere({ DATABASE_URL }, ...args)).json().password)
  }
  const login = async (email: string, token_name: string) => {
    const password = passwords.get(email)
    const body = JSON.stringify({ email, password, token_name, abilities: ['apps:read', 'contacts:read'] })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${server.url}/api/v1/auth/token`, { method: 'POST', headers, body })
    return (await response.json()) as { id: number; access_token: string }
  }
  const statusOf = async ({ access_token }: { access_token: string }) => {
    const headers = { authorization: `Bearer ${access_token}` }
    return (await fetch(`${server.url}/api/v1/auth/tokens`, { headers })).status
  }
  const first = await login(anna, 'first')
  const second = await login(anna, 'second')
  const third = await login(anna, 'third')
  const other = await login(boris, 'other \u001b[31m\r\n9 forged')

  const { tokens } = (await run({ DATABASE_URL }, 'ops-token', 'list', '--json')).json()
  expect(tokens.map(({ id }: { id: number }) => id)).toEqual([other.id, third.id, second.id, first.id])
  expect(tokens[3]).toMatchObject({
    name: 'first',
    abilities: ['apps:read', 'contacts:read'],
    last_used_at: null,
    revoked_at: null,
    user: { id: expect.any(Number), email: anna, name: anna },
  })
  expect(tokens[3]).not.toHaveProperty('digest')
  expect(JSON.stringify(tokens)).not.toContain(first.access_token)
  const ofBoris = await runHere({ DATABASE_URL }, 'ops-token', 'list', '--user', ' Boris@people.test')
  expect(ofBoris.out).toMatch(
    /^\d+ {2}ops_.{3}….{4} {2}boris@people\.test {2}apps:read\+contacts:read {2}expires never {2}last used \S+ {2}other \\u001b\[31m\\r\\n9 forged\n$/,
  )

  expect(await statusOf(first)).toBe(200)
  const revoked = await run({ DATABASE_URL }, 'ops-token', 'revoke', String(first.id), '--json')
  expect([revoked.code, revoked.json()]).toEqual([0, { revoked: first.id }])
  // The server learns of a revocation by another process within a second.
  await expect.poll(() => statusOf(first), { timeout: 3000 }).toBe(401)
  expect(await statusOf(second)).toBe(200)
  const again = await run({ DATABASE_URL }, 'ops-token', 'revoke', String(first.id))
  expect([again.code, again.out, again.err]).toEqual([
    1,
    '',
    `Token ${first.id} does not exist or is already revoked. Run "portfolio-ops ops-token list" to see all tokens.\n`,
  ])

  const all = await runHere({ DATABASE_URL }, 'ops-token', 'revoke', '--user', anna)
  expect([all.code, all.out]).toEqual([0, `Revoked operations tokens of ${anna}: 2.\n`])
  await expect.poll(() => statusOf(second), { timeout: 3000 }).toBe(401)
  expect([await statusOf(third), await statusOf(other)]).toEqual([401, 200])
  const none = await runHere({ DATABASE_URL }, 'ops-token', 'revoke', '--user', anna, '--json')
  expect([none.code, none.json()]).toEqual([0, { email: anna, revoked_tokens: 0 }])
  expect((await runHere({ DATABASE_URL }, 'ops-token', 'list', '--user', anna)).out).toBe(
    `No operations tokens of ${anna}. A user creates one with POST /api/v1/auth/token.\n`,
  )
})

it('reports an unknown user, and rejects the id of a token of another kind', async () => {
  const DATABASE_URL = await ownDatabase()
  for (const command of ['list', 'revoke']) {
    const unknown = await runHere({ DATABASE_URL }, 'ops-token', command, '--user', 'nobody@people.test')
    expect([unknown.code, unknown.out, unknown.err]).toEqual([
      1,
      '',
      `User nobody@people.test does not exist. ${seeUsers}`,
    ])
  }
  const { token } = (await runHere({ DATABASE_URL }, 'token', 'create', '--agent', 'a', '--json')).json()
  expect((await runHere({ DATABASE_URL }, 'ops-token', 'revoke', String(token.id))).code).toBe(1)
  expect((await runHere({ DATABASE_URL }, 'token', 'list', '--json')).json().tokens).toHaveLength(1)
})
