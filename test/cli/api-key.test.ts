import { expect, it } from 'vitest'
import { isWellFormedSecret } from '../../src/record/token-format.ts'
import { query } from '../support/rows.ts'
import { ownDatabase, run, serve } from './cli.ts'
import { runHere } from './here.ts'

it('creates a valid key, lists it without its secret, and revokes it', async () => {
  const DATABASE_URL = await ownDatabase()
  const created = await run({ DATABASE_URL }, 'api-key', 'create', '--name', 'Бот')
  expect(created).toMatchObject({ code: 0, err: '' })
  const secret = created.out.match(/^(llm_\w+)$/m)?.[1] ?? ''
  expect(isWellFormedSecret('llm', secret)).toBe(true)

  const listed = await run({ DATABASE_URL }, 'api-key', 'list')
  expect(listed.out).toMatch(/^\d+ +llm_.{3}….{4} +resources:read\+resources:write +last used never +Бот\n$/)
  const { keys } = (await runHere({ DATABASE_URL }, 'api-key', 'list', '--json')).json()
  expect(JSON.stringify(keys)).not.toContain(secret)
  expect(keys[0]).not.toHaveProperty('digest')

  const id = String(keys[0].id)
  const server = await serve({ DATABASE_URL })
  const status = async () =>
    (await fetch(`${server.url}/api/bugs`, { headers: { 'x-llm-key': secret } })).status
  expect(await status()).toBe(200)
  const wrongKind = await runHere({ DATABASE_URL }, 'token', 'revoke', id)
  expect(wrongKind.code).toBe(1)
  const revoked = await run({ DATABASE_URL }, 'api-key', 'revoke', id, '--json')
  expect(revoked.json()).toEqual({ revoked: keys[0].id })
  await expect.poll(status, { timeout: 3000 }).toBe(401)
  const history = `select record_id::int, surface from history where record_type = 'token'`
  expect(await query(DATABASE_URL, history)).toEqual([{ record_id: keys[0].id, surface: 'cli' }])
  const again = await run({ DATABASE_URL }, 'api-key', 'revoke', id)
  expect([again.code, again.err]).toEqual([
    1,
    `Key ${id} does not exist or is already revoked. Run "portfolio-ops api-key list" to see all keys.\n`,
  ])
  expect((await runHere({ DATABASE_URL }, 'api-key', 'list')).out).toContain('api-key create --name NAME')
})

it('creates a key with the requested scopes, and exits 2 on a usage error', async () => {
  const DATABASE_URL = await ownDatabase()
  const args = ['api-key', 'create', '--name', 'reader', '--scope', 'resources:read', '--json']
  expect((await runHere({ DATABASE_URL }, ...args)).json().key.abilities).toEqual(['resources:read'])
  expect((await runHere({ DATABASE_URL }, 'api-key', 'create')).code).toBe(2)
  expect((await runHere({ DATABASE_URL }, 'api-key', 'create', '--name', 'x', '--scope', 'all')).code).toBe(2)
  expect((await run({ DATABASE_URL }, 'api-key', 'revoke', 'x')).code).toBe(2)
})
