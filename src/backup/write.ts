import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { transactWithoutLimits } from '../database/dedicated-connection.ts'
import { fileError } from '../database/file-error.ts'
import { createHeader, type Header } from './header.ts'
import { endOfRows } from './read.ts'
import { listMigrations, listSequences, listTables } from './tables.ts'

/** Receives the table that is being written, and how many bytes of rows were written so far. */
export type WriteProgress = (table: string, bytes: number) => void

/**
 * Writes the database to a new file that only its owner can read. All rows are of one snapshot. It is written
 * under a temporary name and renamed once it is complete and flushed to disk.
 *
 * @throws Error if the file exists or cannot be written, or no migration is applied
 */
export async function writeBackup(
  orm: MikroORM,
  path: string,
  application: string,
  progress: WriteProgress,
): Promise<Header> {
  if (existsSync(path)) throw new Error(`${path} exists. Choose another name, or remove it.`)
  return transactWithoutLimits(orm, 'isolation level repeatable read read only', async (client) => {
    // The first statement takes the snapshot. Sequences are read later, so they are not behind the ids in it.
    const tables = await listTables(client)
    const [migrations, sequences] = [await listMigrations(client), await listSequences(client)]
    if (migrations.length === 0)
      throw new Error(
        'The database has no migrations, so there is nothing to back up. Set DATA_DIR or DATABASE_URL to the database of the service.',
      )
    const header = createHeader({ application, migrations, sequences, tables })
    await writeFile(path, withChecksum(contents(client, header, progress))).catch((error: unknown) => {
      throw fileError(path, 'written', error)
    })
    return header
  })
}

async function* contents(client: pg.Client, header: Header, progress: WriteProgress): AsyncGenerator<Buffer> {
  yield line(header)
  let bytes = 0
  for (const { name, columns } of header.tables) {
    const select = `select ${columns.map(pg.escapeIdentifier)} from ${pg.escapeIdentifier(name)}`
    const copy = client.query(copyTo(`copy (${select}) to stdout (encoding 'UTF8')`))
    // If the file cannot be written, nothing reads the stream when the connection is closed.
    copy.on('error', () => undefined)
    for await (const rows of copy) {
      yield rows
      bytes += rows.length
      progress(name, bytes)
    }
    yield endOfRows
  }
}

async function* withChecksum(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  yield line({ sha256: hash.digest('hex') })
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}

async function writeFile(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const partial = `${path}.${process.pid}.partial`
  const file = await open(partial, 'wx', 0o600)
  const remove = () => rmSync(partial, { force: true })
  // An interrupted command ends the process at once.
  process.once('exit', remove)
  try {
    await pipeline(chunks, createGzip(), file.createWriteStream({ flush: true }))
    await rename(partial, path)
    await syncFolder(dirname(path))
  } finally {
    process.off('exit', remove)
    remove()
  }
}

// Windows cannot open a folder, and stores a new name by itself.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
