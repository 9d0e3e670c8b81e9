import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { clients } from '../../src/config/agent-config.ts'
import { describeWrite } from '../../src/portfolio/write-api/guide.ts'
import { isWellFormedSecret } from '../../src/record/token-format.ts'
import { query } from '../support/rows.ts'
import { ownDatabase, run, serve } from './cli.ts'
import { runHere } from './here.ts'

it('creates a valid token, lists it without its secret, and revokes it', async () => {
  const DATABASE_URL = await ownDatabase()
  const created = await run({ DATABASE_URL }, 'token', 'create', '--agent', 'Робот')
  expect(created).toMatchObject({ code: 0, err: '' })
  const secret = created.out.match(/^PORTFOLIO_TOKEN=(pft_\w+)$/m)?.[1] ?? ''
  expect(isWellFormedSecret('pft', secret)).toBe(true)

  const server = await serve({ DATABASE_URL })
  expect(server.startup.token).toBeUndefined()
  const directions = '/api/portfolio/directions'
  expect((await server.get(directions, secret)).status).toBe(200)

  const listed = await run({ DATABASE_URL }, 'token', 'list')
  expect(listed.out).toMatch(/^\d+ +pft_.{3}….{4} +read\+write +last used .+ +Робот\n$/)
  const { tokens } = (await runHere({ DATABASE_URL }, 'token', 'list', '--json')).json()
  expect(tokens).toMatchObject([{ name: 'Робот', abilities: ['read', 'write'], revoked_at: null }])
  expect(JSON.stringify(tokens)).not.toContain(secret)
  expect(tokens[0]).not.toHaveProperty('digest')

  const id = String(tokens[0].id)
  expect((await run({ DATABASE_URL }, 'token', 'revoke', id, '--json')).json()).toEqual({
    revoked: tokens[0].id,
  })
  await expect.poll(async () => (await server.get(directions, secret)).status, { timeout: 3000 }).toBe(403)
  const history = `select record_id::int, surface from history where record_type = 'token'`
  expect(await query(DATABASE_URL, history)).toEqual([{ record_id: tokens[0].id, surface: 'cli' }])
  expect((await runHere({ DATABASE_URL }, 'token', 'list')).out).toContain(
    'portfolio-ops token create --agent NAME',
  )
  const again = await run({ DATABASE_URL }, 'token', 'revoke', id)
  expect(again.code).toBe(1)
  expect(again.err).toBe(
    `Token ${id} does not exist or is already revoked. Run "portfolio-ops token list" to see all tokens.\n`,
  )
})

it('creates a token with the requested scopes only', async () => {
  const DATABASE_URL = await ownDatabase()
  const args = ['token', 'create', '--agent', 'reader', '--scope', 'read', '--scope', 'read', '--json']
  const { token, secret, environment, exports } = (await runHere({ DATABASE_URL }, ...args)).json()
  expect(token).toMatchObject({ name: 'reader', abilities: ['read'] })
  expect(environment).toBe(`PORTFOLIO_TOKEN=${secret}`)
  expect(exports).toBe(`export PORTFOLIO_URL=http://127.0.0.1:3000\nexport PORTFOLIO_TOKEN=${secret}`)
})

it('prints two lines after which the commands of the write guide run in a shell as printed', async () => {
  const DATABASE_URL = await ownDatabase()
  const server = await serve({ DATABASE_URL })
  const environment = { DATABASE_URL, PUBLIC_URL: server.url }
  const { out } = await runHere(environment, 'token', 'create', '--agent', 'shell')
  const exports = out.match(/^export .*$/gm) ?? []
  expect(exports).toHaveLength(2)
  const shell = (...commands: string[]) => {
    const script = [...exports, ...commands].join('\n')
    return JSON.parse(execFileSync('sh', ['-ec', script], { env: { PATH: process.env.PATH } }).toString())
  }
  // It names another server, so that only the exported address reaches this one.
  const { curl } = describeWrite('create_product', 'http://127.0.0.1:1')
  const answer = shell(String(curl).replace('DIRECTION-SLUG', 'utilities'))
  expect(answer, JSON.stringify(answer)).toMatchObject({ message: 'Product created.' })
  expect(
    shell('curl -sS "$PORTFOLIO_URL/api/portfolio/whoami" -H "X-Portfolio-Token: $PORTFOLIO_TOKEN"'),
  ).toMatchObject({
    token: { name: 'shell' },
  })
})

it('prints the configuration of a client, with its path and a warning that it is secret', async () => {
  const environment = { DATABASE_URL: await ownDatabase(), PUBLIC_URL: 'https://ops.example.com' }
  const { out } = await runHere(environment, 'token', 'create', '--agent', 'a', '--client', 'claude-code')
  const secret = out.match(/^PORTFOLIO_TOKEN=(pft_\w+)$/m)?.[1]
  expect(out).toContain(`\nexport PORTFOLIO_URL=https://ops.example.com\nexport PORTFOLIO_TOKEN=${secret}\n`)
  const block = JSON.parse(out.slice(out.indexOf('{'), out.lastIndexOf('}') + 1))
  expect(block.mcpServers['portfolio-ops']).toMatchObject({
    url: 'https://ops.example.com/mcp',
    headers: { 'X-Portfolio-Token': secret },
  })
  expect(out).toContain('.mcp.json')
  expect(out).toContain('Keep it out of version control')

  const desktop = await runHere(environment, 'token', 'create', '--agent', 'c', '--client', 'claude-desktop')
  expect(desktop.out).toMatch(/use stdio[^{]*\{[^}]*"--prefix", "\/[^"]+", "run"/)

  const cursor = await runHere(environment, 'token', 'create', '--agent', 'd', '--client', 'cursor')
  const link = cursor.out.match(/^cursor:\/\/\S+config=(\S+)$/m)?.[1] ?? ''
  expect(Buffer.from(decodeURIComponent(link), 'base64').toString()).toBe(
    `{"url":"https://ops.example.com/mcp","headers":{"X-Portfolio-Token":"\${env:PORTFOLIO_TOKEN}"}}`,
  )

  const codex = await runHere(environment, 'token', 'create', '--agent', 'b', '--client', 'codex', '--json')
  expect(clients).toContain('codex')
  expect(codex.json().configuration).toMatchObject({ client: 'codex', file: '~/.codex/config.toml' })
  expect(codex.json().configuration.text).toContain(codex.json().secret)
  expect(codex.json().configuration.reminder).toContain('reads the token from the environment variable')
})
