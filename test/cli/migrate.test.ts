import { expect, it } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { emptyDatabase, run, serve } from './cli.ts'

const names = migrations.map(({ name }) => name).toSorted()

it('lists what is not applied, applies it, and has nothing left to do', async () => {
  const DATABASE_URL = await emptyDatabase()
  const before = await run({ DATABASE_URL }, 'migrate', 'status')
  expect(before.code).toBe(0)
  expect(before.out.match(/not applied/g)).toHaveLength(names.length)
  const applied = (await run({ DATABASE_URL }, 'migrate', 'up', '--json')).json().applied
  expect(applied.toSorted()).toEqual(names)
  expect((await run({ DATABASE_URL }, 'migrate')).out).toBe('No migrations to apply.\n')
  const after = (await run({ DATABASE_URL }, 'migrate', 'status', '--json')).json().migrations
  expect(after).toHaveLength(names.length)
  for (const { applied_at } of after) expect(applied_at).toMatch(/^\d{4}-.*Z$/)
})

it('two at once are safe: each migration is applied by one of them', async () => {
  const DATABASE_URL = await emptyDatabase()
  const both = await Promise.all([1, 2].map(() => run({ DATABASE_URL }, 'migrate', '--json')))
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(both.flatMap((one) => one.json().applied).toSorted()).toEqual(names)
})

it('other commands migrate as well, unless AUTO_MIGRATE=0', async () => {
  const DATABASE_URL = await emptyDatabase()
  for (const command of ['token list', 'user list', 'api-key list', 'direction map old new', 'demo']) {
    const refused = await run({ DATABASE_URL, AUTO_MIGRATE: '0' }, ...command.split(' '))
    expect([command, refused.code]).toEqual([command, 1])
    expect(refused.err).toMatch(/^\d+ migrations are not applied\. Run "portfolio-ops migrate"\.\n$/)
  }
  expect((await run({ DATABASE_URL }, 'token', 'list', '--json')).json()).toEqual({ tokens: [] })
})

it('a server with AUTO_MIGRATE=0 is not ready until somebody migrates', async () => {
  const DATABASE_URL = await emptyDatabase()
  const server = await serve({ DATABASE_URL, AUTO_MIGRATE: '0', LOG_LEVEL: 'warn' })
  expect(server.said).not.toHaveProperty('admin')
  expect(server.child.err).toMatch(/Migrations are not applied\. Run "portfolio-ops migrate"/)
  expect((await server.get('/health/live')).status).toBe(200)
  const ready = await server.get('/health/ready')
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ checks: { database: expect.stringMatching(/not applied/) } })
  await run({ DATABASE_URL }, 'migrate')
  expect((await server.get('/health/ready')).status).toBe(200)
  // Ready, it has made the first logins, and tells them as a start would have: once.
  const { users } = (await run({ DATABASE_URL }, 'user', 'list', '--json')).json()
  expect(users).toMatchObject([{ email: 'admin@portfolio.local', role: 'admin' }])
  const [, said, ...more] = server.child.out.trim().split('\n')
  expect(JSON.parse(said ?? '')).toMatchObject({ url: server.url, admin: { email: users[0].email } })
  expect(more).toEqual([])
  const { token } = JSON.parse(said ?? '')
  expect((await server.get('/api/portfolio/directions', token)).status).toBe(200)
  // It had nothing to say of tables that were not there yet.
  expect(server.child.err.trim().split('\n')).toHaveLength(1)
})

it('it finds out by itself, though nobody asks whether it is ready', async () => {
  const DATABASE_URL = await emptyDatabase()
  const server = await serve({ DATABASE_URL, AUTO_MIGRATE: '0' })
  await run({ DATABASE_URL }, 'migrate')
  await expect.poll(() => server.child.out, { timeout: 30_000 }).toMatch(/\n.*"admin":.*"token":.*\n/)
})
