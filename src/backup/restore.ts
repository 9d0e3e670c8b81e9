import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { transactWithoutLimits } from '../database/dedicated-connection.ts'
import { lockOn } from '../database/lock.ts'
import { migrate, migrationStatus } from '../database/migrate.ts'
import type { MikroORM } from '../database/transaction.ts'
import { adoptHistory } from '../journal/change-feed/restored-history.ts'
import { pauseRestored } from '../notifications/receiver.ts'
import type { Header, Table } from './header.ts'
import { type ReadProgress, readBackup } from './read.ts'
import { filledTables, listMigrations } from './tables.ts'

// Tables into which migrations insert rows. Each later change of these rows is in the history.
const seeded = ['agents', 'directions']

/**
 * Restores a backup into an empty database: one without tables, or with only the rows that migrations insert. A service
 * stores its first admin at its first start, so a database in use is not empty. A service that starts during a restore
 * waits until the restore has ended. Afterwards the database has the migrations of the backup, and all its rows or,
 * after an error, none. Its webhooks and channels are paused.
 *
 * @throws Error in one line if the file is damaged, is of a newer version, or the database is not empty. The database
 * is unchanged then.
 */
export async function restoreBackup(
  orm: MikroORM,
  path: string,
  progress: { check: ReadProgress; load: ReadProgress },
): Promise<Header> {
  const header = await readBackup(path, skipRows, progress.check)
  await transactWithoutLimits(orm, 'read only', (client) => requireEmptyDatabase(client, header))
  await requireKnownMigrations(orm, header)
  await migrate(orm, header.migrations)
  const beforeRows = async (client: pg.Client) => {
    const applied = await requireEmptyDatabase(client, header)
    if (applied.length < header.migrations.length) throw new Error('The migrations were reverted. Retry.')
  }
  const afterRows = async (client: pg.Client) => {
    await adoptHistory(client)
    await pauseRestored(client, header)
  }
  await loadBackup(orm, path, header, { beforeRows, afterRows }, progress.load)
  return header
}

async function skipRows(_: unknown, rows: AsyncIterable<Buffer>): Promise<void> {
  for await (const _rows of rows);
}

async function requireKnownMigrations(orm: MikroORM, { migrations, application }: Header): Promise<void> {
  const known = (await migrationStatus(orm)).map(({ name }) => name)
  const unknown = migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `The backup is of portfolio-ops ${application}, which has later migrations: ${unknown.join(', ')}. ` +
        'Restore it with that version or a later one.',
    )
}

// Returns the migrations of the database.
async function requireEmptyDatabase(client: pg.Client, header: Header): Promise<string[]> {
  const filled = await filledTables(client, seeded)
  if (filled.length > 0) {
    const others = filled.length > 3 ? ` and ${filled.length - 3} other tables` : ''
    throw new Error(`The database has rows in ${filled.slice(0, 3).join(', ')}${others}. ${useEmptyDatabase}`)
  }
  const applied = await listMigrations(client)
  const later = applied.filter((name) => !header.migrations.includes(name))
  if (later.length > 0)
    throw new Error(
      `The database has migrations that the backup lacks: ${later.join(', ')}. ${useEmptyDatabase}`,
    )
  return applied
}

const useEmptyDatabase =
  'Restore into an empty database that no service uses: set DATABASE_URL to a new database, or DATA_DIR to a new folder.'

/** What a load does besides storing rows, in the same transaction. */
type LoadSteps = {
  /** Runs when the tables are locked. Throws if the backup must not be loaded. */
  beforeRows: (client: pg.Client) => Promise<unknown>
  afterRows: (client: pg.Client) => Promise<unknown>
}

/**
 * Replaces the rows of the tables in a backup, in one transaction. Until it ends, nothing else can read or write these
 * tables, and no migration can run.
 *
 * @throws Error if the file is damaged, or is not the one with this header
 */
async function loadBackup(
  orm: MikroORM,
  path: string,
  header: Header,
  { beforeRows, afterRows }: LoadSteps,
  progress: ReadProgress,
): Promise<void> {
  const tables = header.tables.map(({ name }) => pg.escapeIdentifier(name))
  await transactWithoutLimits(orm, 'isolation level read committed', async (client) => {
    await lockOn(client, 'migrations')
    await client.query(`lock table ${tables} in access exclusive mode`)
    await beforeRows(client)
    await client.query(`truncate ${tables}`)
    // Disables the triggers, because the rows that they would write are in the backup.
    await client.query(tables.map((name) => `alter table ${name} disable trigger user`).join('; '))
    const loaded = await readBackup(path, (table, rows) => loadRows(client, table, rows), progress)
    if (JSON.stringify(loaded) !== JSON.stringify(header)) throw new Error(`${path} was replaced. Retry.`)
    await client.query(tables.map((name) => `alter table ${name} enable trigger user`).join('; '))
    for (const { name, last_value } of header.sequences)
      await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), last_value])
    await afterRows(client)
  })
  // Without statistics the first statements would get bad plans.
  await transactWithoutLimits(orm, 'isolation level read committed', (client) =>
    client.query(`analyze ${tables}`),
  )
}

async function loadRows(client: pg.Client, table: Table, rows: AsyncIterable<Buffer>): Promise<void> {
  const name = pg.escapeIdentifier(table.name)
  for (const partition of table.partitions)
    await client.query(
      `create table if not exists ${pg.escapeIdentifier(partition.name)} partition of ${name} ${partition.bound}`,
    )
  const copy = `copy ${name} (${table.columns.map(pg.escapeIdentifier)}) from stdin (encoding 'UTF8')`
  await pipeline(rows, client.query(copyFrom(copy)))
}
