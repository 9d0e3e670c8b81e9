import { once } from 'node:events'
import { open, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { query } from '../support/cluster.ts'
import { query as rows } from '../support/rows.ts'
import { dataFolder, freePort, ownDatabase, run, serve, start } from './cli.ts'

const directions = '/api/portfolio/directions'

const SECRET_KEY = Buffer.alloc(32).toString('base64')

describe('serve without DATABASE_URL', () => {
  it('starts a database, prints its URLs, and prints a token once', async () => {
    const DATA_DIR = await dataFolder()
    const first = await serve({ DATA_DIR })
    const { token, url, environment, exports, configuration, data } = first.startup
    expect(data).toBe(await realpath(DATA_DIR))
    expect(environment).toBe(`PORTFOLIO_TOKEN=${token}`)
    expect(exports).toBe(`export PORTFOLIO_URL=${url}\nexport PORTFOLIO_TOKEN=${token}`)
    expect(configuration).toMatchObject({ client: 'claude-code', file: '.mcp.json' })
    expect(JSON.parse(configuration.text).mcpServers['portfolio-ops']).toMatchObject({
      url: `${url}/mcp`,
      headers: { 'X-Portfolio-Token': token },
    })
    expect((await first.get(directions, token)).status).toBe(200)
    expect((await first.get('/health/ready')).status).toBe(200)
    expect(await first.end('SIGTERM')).toBe(0)

    const second = await serve({ DATA_DIR })
    expect(second.startup).not.toHaveProperty('token')
    expect((await second.get(directions, token)).status).toBe(200)

    // A killed server leaves its database running, and the next server takes it over.
    await second.end('SIGKILL')
    const third = await serve({ DATA_DIR })
    expect((await third.get(directions, token)).status).toBe(200)
    expect(await third.end('SIGINT')).toBe(0)
  })

  it('starts twice at the same time, and one of the two prints the token', async () => {
    const DATA_DIR = await dataFolder()
    const both = await Promise.all([serve({ DATA_DIR }), serve({ DATA_DIR })])
    const tokens = both.map(({ startup }) => startup.token).filter(Boolean)
    expect(tokens).toHaveLength(1)
    for (const server of both) expect((await server.get(directions, tokens[0])).status).toBe(200)
  })

  it('keeps running when its database is killed, and restarts it', async () => {
    const DATA_DIR = await dataFolder()
    const server = await serve({ DATA_DIR })
    const { token } = server.startup
    const record = await readFile(join(DATA_DIR, 'cluster/data/postmaster.pid'), 'utf8')
    process.kill(Number.parseInt(record, 10), 'SIGKILL')
    // A connection in use may answer once more before it notices that its server has ended.
    let failed = await server.get(directions, token)
    for (const deadline = Date.now() + 5000; failed.status === 200 && Date.now() < deadline; )
      failed = await server.get(directions, token)
    expect(failed.status).toBe(503)
    expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await failed.json()).toMatchObject({ message: 'Service unavailable.', code: 'unavailable' })
    expect((await server.get('/health/live')).status).toBe(200)
    const options = { timeout: 20_000, interval: 100 }
    await expect.poll(async () => (await server.get(directions, token)).status, options).toBe(200)
    await expect.poll(async () => (await server.get('/health/ready')).status, options).toBe(200)
  })
})

describe('the startup message of serve', () => {
  it('is plain text without --json', async () => {
    const port = await freePort()
    const child = start(['serve'], { DATABASE_URL: await ownDatabase(), PORT: port, LOG_LEVEL: 'silent' })
    await expect.poll(() => child.out).toContain('token create')
    child.kill('SIGTERM')
    await once(child, 'close')
    const url = `http://127.0.0.1:${port}`
    expect(child.out).toMatch(
      new RegExp(
        `^portfolio-ops is available at ${url}\n\n +API reference +${url}/docs\n +Admin +${url}/admin\n`,
      ),
    )
    expect(child.out).toMatch(/^PORTFOLIO_TOKEN=pft_\w{36}$/m)
    expect(child.out).toContain('Keep it out of version control')
    expect(child.exitCode).toBe(0)
  })

  it('is one line of JSON with --json, while the log goes to stderr', async () => {
    const server = await serve({ DATABASE_URL: await ownDatabase(), LOG_LEVEL: 'info' })
    expect(await server.end('SIGTERM')).toBe(0)
    expect(JSON.parse(server.child.out)).toEqual(server.startup)
    expect(server.child.err).toContain('Server listening')
  })

  it('has no token if PORTFOLIO_TOKENS has one, of which a weak one causes a warning', async () => {
    const server = await serve({
      DATABASE_URL: await ownDatabase(),
      PORTFOLIO_TOKENS: 'changeme',
      DOCS: 'off',
    })
    expect(server.startup).not.toHaveProperty('token')
    expect(JSON.stringify(server.startup)).not.toContain('/docs')
    expect(server.child.err).toMatch(/^Warning: PORTFOLIO_TOKENS: /)
    expect(server.child.err).not.toContain('changeme')
    expect((await server.get(directions, 'changeme')).status).toBe(200)
  })
})

describe('serve, when it cannot listen,', () => {
  it('reports in one line that the port is in use, and exits 1', async () => {
    const DATABASE_URL = await ownDatabase()
    const server = await serve({ DATABASE_URL })
    const { port } = new URL(server.url)
    const environment = { DATABASE_URL, PORT: port, LOG_LEVEL: 'silent', SECRET_KEY }
    const { code, out, err } = await run(environment, 'serve')
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe(`Port ${port} is in use. Stop the other process or set PORT.\n`)
  })

  it('reports an address that is not of this machine, after the warnings about http and the open bot endpoints', async () => {
    const environment = { DATABASE_URL: await ownDatabase(), HOST: '192.0.2.1', LOG_LEVEL: 'silent' }
    const { code, err } = await run(environment, 'serve')
    expect(code).toBe(1)
    expect(err).toMatch(
      /^Warning: PUBLIC_URL: http without TLS [^\n]*\.\nWarning: SECRET_KEY: not set, [^\n]*\.\nWarning: BOT_TOKEN: not set, [^\n]*\.\nCannot listen on port 3000 of 192\.0\.2\.1: [^\n]*\. Correct HOST or PORT\.\n$/,
    )
  })
})

it('on every address names the loopback address, and warns that PUBLIC_URL is not set', async () => {
  const server = await serve({ DATABASE_URL: await ownDatabase(), HOST: '0.0.0.0', BOT_TOKEN: 'secret' })
  const addresses = server.startup.addresses.map(({ url }: { url: string }) => new URL(url).origin)
  expect(new Set([server.url, ...addresses])).toEqual(new Set([server.url]))
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect((await (await server.get('/openapi.json')).json()).servers).toEqual([{ url: server.url }])
  expect(server.child.err).toMatch(
    /^Warning: PUBLIC_URL: not set, so links name http:\/\/127\.0\.0\.1:[^\n]*\nWarning: SECRET_KEY: not set, [^\n]*\n$/,
  )
})

it('deletes the sessions over the configured limits when it starts', async () => {
  const DATABASE_URL = await ownDatabase()
  const user = `insert into users (name, email, role, password, created_by, updated_by)
    values ('Anna', 'anna@people.test', 'user', '', '{}', '{}')`
  const session = `insert into sessions (user_id, digest, ip, created_at)
    select id, hours, '192.0.2.7', now() - make_interval(hours => hours) from users, unnest(array[2, 4]) as hours`
  await query(DATABASE_URL, user, session)
  await serve({ DATABASE_URL, SESSION_MAX_HOURS: '3' })
  const left = () => rows(DATABASE_URL, 'select digest from sessions')
  await expect.poll(left).toEqual([{ digest: '2' }])
})

describe('serve, on SIGTERM,', () => {
  it('writes the buffered last use of a token', async () => {
    const DATABASE_URL = await ownDatabase()
    const server = await serve({ DATABASE_URL })
    const sentAt = Date.now()
    await server.get(directions, server.startup.token)
    await server.end('SIGTERM')
    const { tokens } = (await run({ DATABASE_URL }, 'token', 'list', '--json')).json()
    expect(Date.parse(tokens[0].last_used_at)).toBeGreaterThanOrEqual(sentAt)
  })
})

it.skipIf(process.platform !== 'linux')(
  'serves and stops normally when its stdout cannot be written',
  async () => {
    await using full = await open('/dev/full', 'w')
    const PORT = await freePort()
    const child = start(['serve'], { DATABASE_URL: await ownDatabase(), PORT }, full)
    onTestFinished(() => void child.kill('SIGKILL'))
    const ready = () => fetch(`http://127.0.0.1:${PORT}/health/ready`).then(({ status }) => status)
    await expect.poll(() => ready().catch(() => 0)).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  },
)
