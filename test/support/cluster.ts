import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrations } from '../../migrations/index.ts'
import { entities } from '../../src/catalog/entities.ts'
import { joinEmbedded } from '../../src/database/embedded/join.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a PostgreSQL server on which tests create databases. */
    server: string
    /** The migrated database that every test file copies. */
    template: string
  }
}

/**
 * Provides one PostgreSQL server for the test run: that of TEST_DATABASE_URL, or an embedded one that is stopped after
 * the run. It has a migrated template database, which each test file copies.
 */
export default async function cluster(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-ops-test-'))
  const embedded = process.env.TEST_DATABASE_URL ? undefined : await joinEmbedded(folder, () => undefined)
  const server = process.env.TEST_DATABASE_URL ?? embedded!.superuserUrl
  const template = `portfolio_ops_template_${process.pid}`
  if (embedded) await query(server, 'alter system set fsync = off', 'select pg_reload_conf()')
  await query(server, `drop database if exists ${template}`, `create database ${template}`)
  const url = new URL(server)
  url.pathname = template
  const database = await openDatabase({
    url: url.href,
    dataDir: folder,
    replicaUrls: [],
    pool: 2,
    prepared: true,
    entities,
    migrations,
    report: () => undefined,
  })
  await migrate(database.orm)
  await database.close()
  project.provide('server', server)
  project.provide('template', template)
  return async () => {
    await query(server, `drop database if exists ${template}`)
    await embedded?.leave()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs statements one by one on a new connection. */
export async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
