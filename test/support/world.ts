import { randomBytes } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { expect, inject } from 'vitest'
import { type AppOptions, buildApp } from '../../http/app.ts'
import type { Server } from '../../http/server/server.ts'
import { migrations } from '../../migrations/index.ts'
import { entities } from '../../src/catalog/entities.ts'
import { readConfig } from '../../src/config/config.ts'
import { type Database, openDatabase } from '../../src/database/open.ts'
import { onFileFinished } from './cleanup.ts'
import { query } from './cluster.ts'
import { readPublished } from './published.ts'

/** A server with its own database. */
export type World = {
  app: Server
  database: Database
  url: string
  /** Sends a request with the portfolio token of the test. An object as `body` is sent as JSON. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
}

export type Answer = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  body: any
}

/** The portfolio token of the environment, which `send` uses. */
export const token = 'test-token-of-the-environment'

/** Creates a world that is closed and dropped after the test file. `overrides` replaces options of its server. */
export async function makeWorld(
  environment: Record<string, string> = {},
  overrides: Partial<AppOptions> = {},
): Promise<World> {
  const [server, template] = [inject('server'), inject('template')]
  const name = `portfolio_ops_test_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name} template ${template}`)
  onFileFinished(() => query(server, `drop database ${name} with (force)`))
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
  onFileFinished(database.close)
  const { orm, read, readReplica, readSeparately, checkReplicas, poolStates } = database
  const app = await buildApp({
    config,
    orm,
    read,
    readReplica,
    readSeparately,
    checkReplicas,
    poolStates,
    isStopping: () => false,
    ...overrides,
  })
  onFileFinished(() => app.close())
  return { app, database, url: url.href, send: sender(app) }
}

// Sends requests, and validates each answer against the OpenAPI document.
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
