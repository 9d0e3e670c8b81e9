import { randomBytes } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { afterAll, expect, inject } from 'vitest'
import { type AppOptions, buildApp } from '../../http/app.ts'
import type { Server } from '../../http/server.ts'
import { migrations } from '../../migrations/index.ts'
import { readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/database/open.ts'
import { entities } from '../../src/entities.ts'
import { query } from './cluster.ts'
import { readPublished } from './published.ts'

/** A server of our own on a database of our own. */
export type World = {
  app: Server
  database: Database
  url: string
  /** Sends a request as the test's portfolio token; `body` is sent as JSON. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
}

export type Answer = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  // What a test looks into is the test's affair.
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  body: any
}

/** The token of the environment that `send` uses. */
export const token = 'test-token-of-the-environment'

// Worlds are made in hooks, where a hook of their own would never run: this one is the file's.
const closings: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closings.toReversed()) await close()
})

/** Makes a world for one test file, closed and dropped after it; `ground` is what its server stands on instead. */
export async function makeWorld(
  environment: Record<string, string> = {},
  ground: Partial<AppOptions> = {},
): Promise<World> {
  const [server, template] = [inject('server'), inject('template')]
  const name = `portfolio_ops_test_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name} template ${template}`)
  closings.push(() => query(server, `drop database ${name} with (force)`))
  const url = new URL(server)
  url.pathname = name
  const config = readConfig({
    DATABASE_URL: url.href,
    PORTFOLIO_TOKENS: token,
    RATE_LIMIT_PER_MINUTE: '100000',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://ops.test',
    ...environment,
  })
  const database = await openDatabase({
    url: url.href,
    dataDir: '',
    replicaUrls: config.DATABASE_REPLICA_URLS,
    pool: 10,
    prepared: config.DATABASE_PREPARED,
    entities,
    migrations,
    report: () => undefined,
  })
  closings.push(database.close)
  const { orm, read, readReplica } = database
  const app = await buildApp({ config, orm, read, readReplica, isStopping: () => false, ...ground })
  closings.push(() => app.close())
  return { app, database, url: url.href, send: sender(app) }
}

// Whatever a test asks, the answer is one that the document promises.
function sender(app: Server): World['send'] {
  let published: ReturnType<typeof readPublished> | undefined
  return async (method, path, body, headers = {}) => {
    const response = await app.inject({
      method: method as InjectOptions['method'],
      url: path,
      headers: {
        'x-portfolio-token': token,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    } as InjectOptions)
    published ??= readPublished(app)
    const faults = (await published).faults(method, path, response)
    expect(faults, `${method} ${path} ${response.statusCode}`).toEqual([])
    const json = String(response.headers['content-type']).includes('json')
    return {
      status: response.statusCode,
      headers: response.headers,
      body: json ? response.json() : response.body,
    }
  }
}
