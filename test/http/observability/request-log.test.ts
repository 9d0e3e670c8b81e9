import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../http/app.ts'
import type { Server } from '../../../http/server/server.ts'
import { readConfig } from '../../../src/config/config.ts'
import { generateSecret } from '../../../src/record/token-format.ts'
import { makeToken, sql } from '../../support/makers.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let app: Server
let admin: TestUser
let output = ''

beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world, 'admin')
  const log = new Writable({
    write(chunk, _encoding, done) {
      output += chunk
      done()
    },
  })
  const config = readConfig({ DATABASE_URL: world.url, LOG_LEVEL: 'trace', RATE_LIMIT_PER_MINUTE: '1000' })
  app = await buildApp({ ...world.database, config, isStopping: () => false, log })
})

const headers = [
  'authorization',
  'x-portfolio-token',
  'x-llm-key',
  'x-bot-key',
  'cookie',
  'user-agent',
  'x-request-id',
  'idempotency-key',
  'referer',
  'origin',
  'if-match',
  'if-none-match',
  'x-forwarded-for',
  'accept',
  'accept-language',
]

const endpoints = [
  ['GET', '/api/v1/applications'],
  ['POST', '/api/v1/auth/token'],
  ['POST', '/api/v1/applications'],
  ['POST', '/api/v1/analytics/clicks/bulk'],
  ['GET', '/api/portfolio/products'],
  ['POST', '/api/portfolio/signals'],
  ['GET', '/api/agents'],
  ['POST', '/mcp'],
  ['GET', '/api/nothing'],
] as const

describe('secrets', () => {
  it('appear neither in the database nor in the log, wherever the request contains them', async () => {
    const planted: string[] = []
    const plant = () => {
      const secret = generateSecret(planted.length % 3 ? 'ops' : 'pft')
      planted.push(secret)
      return secret
    }
    const plantIn = (header: string) => ({
      [header]: header === 'authorization' ? `Bearer ${plant()}` : plant(),
    })
    const valid = { authorization: `Bearer ${admin.token}` }
    for (const [method, path] of endpoints) {
      for (const header of headers) await app.inject({ method, url: path, headers: plantIn(header) })
      await app.inject({ method, url: `${path}?token=${plant()}&password=${plant()}`, headers: valid })
      for (const before of ['', 'a_', 'x', '%61', '.'])
        await app.inject({ method, url: `${path}/${before}${plant()}z`, headers: valid })
      const payload = { password: plant(), token: plant(), [plant()]: 1 }
      await app.inject({ method, url: path, headers: valid, ...(method === 'POST' && { payload }) })
    }
    await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...(await makeToken(world)).headers, accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: plant(), arguments: {} } },
    })
    const login = (password: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/auth/token',
        payload: { email: admin.email, password, token_name: 'x', abilities: ['apps:read'] },
      })
    await login(`${admin.password}!`)
    // The log contains only unexpected errors, so these requests cause some.
    await sql(world, 'alter table tokens drop column display')
    const planting = Object.assign({}, ...headers.map(plantIn))
    const failures = [
      await login(admin.password),
      await app.inject({ url: `/api/v1/auth/tokens?token=${plant()}`, headers: { ...planting, ...valid } }),
    ]
    expect(failures.map(({ statusCode }) => statusCode)).toEqual([500, 500])
    await app.close()

    const [{ count } = { count: 0 }] = await sql(world, 'select count(*)::int from request_logs')
    expect(count).toBeGreaterThanOrEqual(endpoints.length * (headers.length + 3))
    const database = await dump()
    expect(database).toContain('/api/v1/applications')
    expect(output.split('unexpected error')).toHaveLength(failures.length + 1)
    for (const secret of [...planted, admin.token, admin.password])
      for (const text of [output, database]) expect(text.includes(secret)).toBe(false)
  })
})

/** Returns every row of every table as text. */

async function dump(): Promise<string> {
  const tables = await sql(
    world,
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const texts = await Promise.all(
    tables.map(({ name }) =>
      sql(world, `select coalesce(string_agg(one::text, chr(10)), '') as text from ${name} as one`),
    ),
  )
  return texts
    .flat()
    .map(({ text }) => text)
    .join('\n')
}

describe('requests that cannot be written to the log', () => {
  it('are counted in one warning a second', async () => {
    const warnings: { rows: number; time: number }[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        const line = JSON.parse(chunk)
        if (line.msg.includes('request log')) warnings.push(line)
        done()
      },
    })
    const config = readConfig({ DATABASE_URL: world.url, RATE_LIMIT_PER_MINUTE: '1000', PUBLIC_URL: '' })
    const broken = await buildApp({ ...world.database, config, isStopping: () => false, log: stream })
    await sql(world, 'alter table request_counts rename to renamed')
    let sent = 0
    const startedAt = performance.now()
    while (performance.now() - startedAt < 2500) {
      await broken.inject('/api/nothing')
      sent += 1
      await sleep(20)
    }
    await broken.close()
    await sql(world, 'alter table renamed rename to request_counts')
    // The last one is written at the end.
    for (const [index, { time }] of warnings.slice(1, -1).entries())
      expect(time - Number(warnings[index]?.time)).toBeGreaterThan(900)
    expect(warnings.length).toBeLessThanOrEqual(Math.ceil((performance.now() - startedAt) / 1000) + 1)
    expect(warnings.reduce((sum, { rows }) => sum + rows, 0)).toBe(sent)
  })
})
