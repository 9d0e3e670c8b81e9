import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { tryLock } from '../../database/lock.ts'
import { type Read, readInTransaction } from '../../database/read.ts'
import { transact } from '../../database/transaction.ts'
import { Fault, invalid, notFound } from '../../record/fault.ts'
import { checkContent } from './header.ts'
import { type ImportKindName, importKinds } from './import-kinds.ts'
import type { ImportResult } from './result.ts'
import { importFile, type OnProgress, previewFile } from './run.ts'
import { StagedImport } from './staged-import.ts'

/** The largest file that is accepted, in bytes. */
export const maxImportBytes = 20 * 1024 * 1024

const retention = sql`interval '1 hour'`
const bytesPerRead = 64 * 1024
const progressIntervalMs = 300

const names = Object.keys(StagedImport.shape)
const columns = sql.join(names.map((name) => sql.ref(name)))

/** An uploaded file. */
export type Upload = { kind: ImportKindName; file_name: string; content: Buffer }

/**
 * Stores an uploaded file for an hour, and deletes all files that are older.
 *
 * @throws Fault on the field `file` if it is too large, or not a CSV file with the expected columns
 */
export async function stageImport(
  em: EntityManager,
  actor: Actor,
  { kind, file_name, content }: Upload,
): Promise<StagedImport> {
  if (content.length > maxImportBytes)
    throw invalid({ file: `The file field must not be greater than ${maxImportBytes / 1024 / 1024} MB.` })
  checkContent(importKinds[kind], content)
  await deleteExpiredImports(em)
  const { rows } = await sql<StagedImport>`
    insert into staged_imports (kind, file_name, size, content, created_by)
    values (${kind}, ${nameOf(file_name)}, ${content.length}, ${content}, ${JSON.stringify(actor.by)}::jsonb)
    returning ${columns}`.execute(em.getKysely())
  return rows[0] as StagedImport
}

/** Returns a file that the actor has uploaded, with its progress; throws `not_found`. */
export async function readStagedImport(read: Read, actor: Actor, id: number): Promise<StagedImport> {
  const [staged] = await read<StagedImport>({ text: selectOwn, values: [id, ...uploaderValues(actor)] })
  if (!staged) throw notFound()
  return staged
}

/** Returns what the import of an uploaded file would do. */
export async function previewImport(em: EntityManager, actor: Actor, id: number): Promise<ImportResult> {
  const { kind, result } = await readStagedImport(readInTransaction(em), actor, id)
  if (result) throw new Fault('conflict', 'The file has already been imported.')
  return previewFile(em, { kind, chunks: contentOf(em, id) })
}

/**
 * Imports an uploaded file once: for a file that has been imported, the stored result is returned.
 *
 * @throws Fault `conflict` if the file is being imported
 */
export async function runImport(
  em: EntityManager,
  actor: Actor,
  id: number,
  onProgress?: OnProgress,
): Promise<ImportResult> {
  if (!(await tryLock(em, `staged_import.${id}`))) throw new Fault('conflict', 'The file is being imported.')
  // The content is read in parts. Without the lock a deletion in between would end the file early.
  await sql`select 1 from staged_imports where id = ${id} for key share`.execute(em.getKysely())
  const { kind, result: stored } = await readStagedImport(readInTransaction(em), actor, id)
  if (stored) return stored
  const result = await importFile(em, actor, { kind, chunks: contentOf(em, id) }, onProgress)
  await sql`update staged_imports set result = ${JSON.stringify(result)}::jsonb, processed = size, content = null
    where id = ${id}`.execute(em.getKysely())
  return result
}

/**
 * Returns an `OnProgress` that stores the progress of an import in transactions of its own, so that any process can
 * show it.
 */
export function progressWriter(orm: MikroORM, id: number): OnProgress {
  let written = 0
  return async (bytes) => {
    if (Date.now() - written < progressIntervalMs) return
    written = Date.now()
    await transact(orm, (em) =>
      sql`update staged_imports set processed = ${bytes} where id = ${id}`.execute(em.getKysely()),
    )
  }
}

/** Deletes the uploaded files that are older than an hour, except those that are being imported. */
export async function deleteExpiredImports(em: EntityManager): Promise<void> {
  await sql`delete from staged_imports where id in (
    select id from staged_imports where created_at < now() - ${retention} for update skip locked
  )`.execute(em.getKysely())
}

const selectOwn = `select ${names.map((name) => `"${name}"`).join(', ')} from staged_imports
  where id = $1 and created_by->>'type' = $2 and created_by->'id' = $3::jsonb and created_at > now() - interval '1 hour'`

function uploaderValues({ by }: Actor): unknown[] {
  return [by.type, JSON.stringify(by.id)]
}

function nameOf(fileName: string): string {
  const storable = fileName.toWellFormed().replaceAll('\u0000', '').trim()
  return [...storable].slice(0, 255).join('') || 'file.csv'
}

async function* contentOf(em: EntityManager, id: number): AsyncGenerator<Buffer> {
  const text = 'select substring(content from $2::int for $3::int) as part from staged_imports where id = $1'
  for (let start = 1; ; start += bytesPerRead) {
    const [row] = await readInTransaction(em)<{ part: Buffer | null }>({
      text,
      values: [id, start, bytesPerRead],
    })
    if (!row?.part || row.part.length === 0) return
    yield row.part
  }
}
