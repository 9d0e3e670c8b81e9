import { pipeline } from 'node:stream/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { transactWithoutLimits } from '../dedicated-connection.ts'
import { lockOn } from '../lock.ts'
import type { Header, Table } from './header.ts'
import { type ReadProgress, readBackup } from './read.ts'
import { quote } from './tables.ts'

/** What a load does besides storing rows, in the same transaction. */
export type LoadSteps = {
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
export async function loadBackup(
  orm: MikroORM,
  path: string,
  header: Header,
  { beforeRows, afterRows }: LoadSteps,
  progress: ReadProgress,
): Promise<void> {
  const tables = header.tables.map(({ name }) => quote(name))
  await transactWithoutLimits(orm, 'isolation level read committed', async (client) => {
    await lockOn(client, 'migrations')
    await client.query(`lock table ${tables} in access exclusive mode`)
    await beforeRows(client)
    await client.query(`truncate ${tables}`)
    // Disables the triggers: the rows that they would write are in the backup, and the checksum covers the references
    // that they check.
    await client.query(tables.map((name) => `alter table ${name} disable trigger user`).join('; '))
    const loaded = await readBackup(path, (table, rows) => loadRows(client, table, rows), progress)
    if (JSON.stringify(loaded) !== JSON.stringify(header)) throw new Error(`${path} was replaced. Retry.`)
    await client.query(tables.map((name) => `alter table ${name} enable trigger user`).join('; '))
    for (const { name, last_value } of header.sequences)
      await client.query('select setval($1::regclass, $2)', [quote(name), last_value])
    await afterRows(client)
  })
  // Without statistics the first statements would get bad plans.
  await transactWithoutLimits(orm, 'isolation level read committed', (client) =>
    client.query(`analyze ${tables}`),
  )
}

async function loadRows(client: pg.Client, table: Table, rows: AsyncIterable<Buffer>): Promise<void> {
  const name = quote(table.name)
  for (const partition of table.partitions)
    await client.query(
      `create table if not exists ${quote(partition.name)} partition of ${name} ${partition.bound}`,
    )
  const copy = `copy ${name} (${table.columns.map(quote)}) from stdin (encoding 'UTF8')`
  await pipeline(rows, client.query(copyFrom(copy)))
}
