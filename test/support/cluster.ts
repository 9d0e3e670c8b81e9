import { mkdtemp, rm, statfs } from 'node:fs/promises'
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
    /** The migrated database that every test file copies, with the strategy of the copy. */
    template: string
  }
}

// The data need not survive a crash. A cleanup of the tables would take time from the tests.
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum_naptime: '1h',
}

const requiredBytes = 4 * 1024 ** 3

// The memory disk of Linux, if it has room. Creating a database there takes half of the processor time.
async function fastFolder(): Promise<string> {
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > requiredBytes ? memory : tmpdir()
}

/**
 * Provides one PostgreSQL server for the test run: that of TEST_DATABASE_URL, or an embedded one that is stopped after
 * the run. It has a migrated template database, which each test file copies.
 */
export default async function cluster(project: TestProject) {
  const folder = await mkdtemp(join(await fastFolder(), 'portfolio-ops-test-'))
  const embedded = process.env.TEST_DATABASE_URL ? undefined : await joinEmbedded(folder, () => undefined)
  const server = process.env.TEST_DATABASE_URL ?? embedded!.superuserUrl
  const template = `portfolio_ops_template_${process.pid}`
  const changes = Object.entries(settings).map(([name, value]) => `alter system set ${name} = '${value}'`)
  if (embedded) await query(server, ...changes, 'select pg_reload_conf()')
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
  // Without fsync, copying the files takes half of the processor time of copying through the write-ahead log.
  project.provide('template', embedded ? `${template} strategy file_copy` : template)
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
