import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { query } from '../support/rows.ts'
import { emptyDatabase, run, serve, start } from './cli.ts'
import { runHere } from './here.ts'

const names = migrations.map(({ name }) => name).toSorted()

it('lists the pending migrations, applies them, and has nothing left to apply', async () => {
  const DATABASE_URL = await emptyDatabase()
  const before = await run({ DATABASE_URL }, 'migrate', 'status')
  expect(before.code).toBe(0)
  expect(before.out.match(/not applied/g)).toHaveLength(names.length)
  const applied = (await run({ DATABASE_URL }, 'migrate', 'up', '--json')).json().applied
  expect(applied.toSorted()).toEqual(names)
  expect((await runHere({ DATABASE_URL }, 'migrate')).out).toBe('No migrations to apply.\n')
  const after = (await runHere({ DATABASE_URL }, 'migrate', 'status', '--json')).json().migrations
  expect(after).toHaveLength(names.length)
  for (const { applied_at } of after) expect(applied_at).toMatch(/^\d{4}-.*Z$/)
})

it('applies each migration once when it runs twice at the same time', async () => {
  const DATABASE_URL = await emptyDatabase()
  const both = await Promise.all([1, 2].map(() => run({ DATABASE_URL }, 'migrate', '--json')))
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(both.flatMap((one) => one.json().applied).toSorted()).toEqual(names)
})

it.each([
  ['migrate', 1],
  ['serve', 0],
])(
  'ends within ten seconds at SIGTERM while %s waits for a lock of another migration',
  async (command, code) => {
    const DATABASE_URL = await emptyDatabase()
    const other = new pg.Client({ connectionString: DATABASE_URL })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query(`select pg_advisory_lock(hashtextextended('migrations', 0))`)
    const child = start([command], { DATABASE_URL, PORT: '0' })
    onTestFinished(() => void child.kill('SIGKILL'))
    const closed = once(child, 'close')
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(() => query(DATABASE_URL, waiting)).toHaveLength(1)
    const stoppedAt = performance.now()
    child.kill('SIGTERM')
    expect(await closed).toEqual([code, null])
    expect(performance.now() - stoppedAt).toBeLessThan(10_000)
  },
)

it('is done by other commands too, unless AUTO_MIGRATE=0', async () => {
  const DATABASE_URL = await emptyDatabase()
  for (const command of ['token list', 'user list', 'api-key list', 'direction map old new', 'demo']) {
    const failed = await runHere({ DATABASE_URL, AUTO_MIGRATE: '0' }, ...command.split(' '))
    expect([command, failed.code]).toEqual([command, 1])
    expect(failed.err).toMatch(/^Migrations not applied: \d+\. Run "portfolio-ops migrate"\.\n$/)
  }
  expect((await runHere({ DATABASE_URL }, 'token', 'list', '--json')).json()).toEqual({ tokens: [] })
})

it('makes a server with AUTO_MIGRATE=0 ready', async () => {
  const DATABASE_URL = await emptyDatabase()
  const SECRET_KEY = randomBytes(32).toString('base64')
  const server = await serve({ DATABASE_URL, SECRET_KEY, AUTO_MIGRATE: '0', LOG_LEVEL: 'warn' })
  expect(server.startup).not.toHaveProperty('admin')
  expect(server.child.err).toMatch(/Migrations are not applied\. Run "portfolio-ops migrate"/)
  expect((await server.get('/health/live')).status).toBe(200)
  const ready = await server.get('/health/ready')
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ checks: { database: expect.stringMatching(/not applied/) } })
  await runHere({ DATABASE_URL }, 'migrate')
  // The previous result is cached for a second.
  await expect.poll(async () => (await server.get('/health/ready')).status).toBe(200)
  // Once ready, the server has created the first logins, and prints them once, as at a start.
  const { users } = (await runHere({ DATABASE_URL }, 'user', 'list', '--json')).json()
  expect(users).toMatchObject([{ email: 'admin@portfolio.local', role: 'admin' }])
  const [, startup, ...more] = server.child.out.trim().split('\n')
  expect(JSON.parse(startup ?? '')).toMatchObject({ url: server.url, admin: { email: users[0].email } })
  expect(more).toEqual([])
  const { token } = JSON.parse(startup ?? '')
  expect((await server.get('/api/portfolio/directions', token)).status).toBe(200)
  // The missing tables caused no further message.
  expect(server.child.err.trim().split('\n')).toHaveLength(1)
})

it('is noticed by a server with AUTO_MIGRATE=0 without a readiness request', async () => {
  const DATABASE_URL = await emptyDatabase()
  const server = await serve({ DATABASE_URL, AUTO_MIGRATE: '0' })
  await runHere({ DATABASE_URL }, 'migrate')
  await expect.poll(() => server.child.out).toMatch(/\n.*"admin":.*"token":.*\n/)
})
