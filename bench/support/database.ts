import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrations } from '../../migrations/index.ts'
import { entities } from '../../src/catalog/entities.ts'
import { joinEmbedded } from '../../src/database/embedded/join.ts'
import { migrate } from '../../src/database/migrate.ts'
import { type Database, openDatabase } from '../../src/database/open.ts'
import { sessionSettings } from '../../src/database/time-limits.ts'

/** A migrated database that is dropped after the benchmark. */
export type Bench = {
  database: Database
  pool: pg.Pool
  url: string
  /** Whether the database was kept by an earlier run. */
  isKept: boolean
  close: () => Promise<void>
}

// A benchmark may use several databases at once.
let created = 0

/**
 * Creates a database on the server of BENCH_DATABASE_URL, or on a new embedded server. A database with the name `keep`
 * is not dropped, and used again by the next run.
 */
export async function benchDatabase(keep?: string): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-ops-bench-'))
  const given = process.env.BENCH_DATABASE_URL
  if (keep && !given) throw new Error('Set BENCH_DATABASE_URL to keep a database.')
  // As superuser, because rows are stored without their triggers and foreign keys.
  const embedded = given ? undefined : await joinEmbedded(folder, () => undefined)
  const server = given ?? (embedded?.superuserUrl as string)
  const name = keep ?? `portfolio_ops_bench_${process.pid}_${++created}`
  const owner = new pg.Client({ connectionString: server })
  await owner.connect()
  const found = await owner.query('select from pg_database where datname = $1', [name])
  const isKept = found.rowCount === 1
  if (!isKept) await owner.query(`create database ${name}`)
  const database = await openDatabase({
    url: Object.assign(new URL(server), { pathname: name }).href,
    dataDir: folder,
    replicaUrls: [],
    pool: 10,
    prepared: true,
    entities,
    migrations,
    report: () => undefined,
  })
  await migrate(database.orm)
  const url = database.orm.config.get('clientUrl') as string
  const pool = new pg.Pool({ connectionString: url, max: 4, ...sessionSettings })
  return {
    database,
    pool,
    url,
    isKept,
    close: async () => {
      await pool.end()
      await database.close()
      if (!keep) await owner.query(`drop database ${name}`)
      await owner.end()
      await embedded?.leave()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
