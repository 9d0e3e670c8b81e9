import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requireWriter } from '../../access/policy.ts'
import { lock, tryLock } from '../../database/lock.ts'
import { type Read, readInTransaction, readRow } from '../../database/read.ts'
import { statementOf } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { phrase } from '../../language/phrase.ts'
import { Fault, invalid, notFound } from '../../record/fault.ts'
import { truncate } from '../../record/rules/truncate.ts'
import { columnOrders } from './column-orders.ts'
import type { Encoding } from './encoding.ts'
import { textSlices } from './file-text.ts'
import { findHeader } from './header.ts'
import { type ImportKindName, importKinds } from './import-kinds.ts'
import { readLines } from './lines.ts'
import { fieldFinder, type Labels, type Mapping } from './mapping.ts'
import { type ImportResult, isSameOutcome, outdatedPreview } from './result.ts'
import { importFile, type OnProgress } from './run.ts'
import { keepLines, type ListedImport, StagedImport, stagedLinesOf, storeLines } from './staged-import.ts'

const megabyte = 1024 * 1024

/** The largest file that is accepted, in bytes. */
export const maxImportBytes = 20 * megabyte
/** What a person may have uploaded and not yet imported. */
const quota = { files: 20, bytes: 100 * megabyte }

const retention = sql`interval '1 day'`

const names = Object.keys(StagedImport.shape) as (keyof StagedImport)[]
const columns = sql.join(names.map((name) => sql.ref(name)))

/**
 * An uploaded file. Its header may contain `labels` instead of the names of the fields. `encoding` is for a file that is
 * neither UTF-8 nor UTF-16.
 */
export type Upload = {
  kind: ImportKindName
  file_name: string
  content: Buffer
  labels?: Labels
  encoding?: Encoding | undefined
}

/**
 * Parses an uploaded file and stores its lines for a day. Deletes all files that are older.
 *
 * @throws Fault on the field `file` or `encoding` if it is too large or cannot be read, or if the actor has too many files
 */
export async function stageImport(
  em: EntityManager,
  actor: Actor,
  { kind, file_name, content, labels = {}, encoding }: Upload,
): Promise<StagedImport> {
  requireWriter(actor)
  if (content.length > maxImportBytes)
    throw invalid({ file: phrase('imports.fileTooLarge', { megabytes: maxImportBytes / megabyte }) })
  await deleteExpiredImports(em)
  await checkQuota(em, actor, content.length)
  const slices = () => textSlices(content, encoding)
  const fieldOf = fieldFinder(importKinds[kind], labels)
  const header = await findHeader(slices, (name) => fieldOf(name) !== undefined)
  const empty = JSON.stringify({ names: header.columns, orders: {} })
  const insert = sql<{ id: number }>`
    insert into staged_imports (kind, file_name, size, columns, delimiter, created_by)
    values (${kind}, ${nameOf(file_name)}, ${content.length}, ${empty}::jsonb, ${header.delimiter},
      ${JSON.stringify(actor.by)}::jsonb) returning id`
  const { id } = await readRow(readInTransaction(em), statementOf(insert))
  const orders = columnOrders()
  const lines = await storeLines(em, id, orders.observe(readLines(slices(), header)))
  // Two files that are uploaded at the same time must not both be the last one.
  await lock(em, `staged_imports.${actor.by.type}.${JSON.stringify(actor.by.id)}`)
  await checkQuota(em, actor, 0)
  const { rows } = await sql<StagedImport>`
    update staged_imports set lines = ${lines},
      columns = jsonb_set(columns, '{orders}', ${JSON.stringify(orders.result())}::jsonb)
    where id = ${id} returning ${columns}`.execute(em.getKysely())
  return rows[0] as StagedImport
}

async function checkQuota(em: EntityManager, actor: Actor, bytes: number): Promise<void> {
  const { count, size } = await readRow(
    readInTransaction(em),
    statementOf(
      ownImports(actor).select([
        sql<number>`(count(*) filter (where result is null))::int`.as('count'),
        sql<number>`coalesce(sum(size), 0)::int8`.as('size'),
      ]),
    ),
  )
  if (count + (bytes > 0 ? 1 : 0) > quota.files)
    throw invalid({ file: phrase('imports.tooManyFiles', { count: quota.files }) })
  if (Number(size) + bytes > quota.bytes)
    throw invalid({ file: phrase('imports.filesTooLarge', { megabytes: quota.bytes / megabyte }) })
}

/** Returns a file that the actor has uploaded, with its progress; throws `not_found`. */
export async function readStagedImport(read: Read, actor: Actor, id: number): Promise<StagedImport> {
  const [staged] = await read(statementOf(ownImports(actor).where('id', '=', id).select(names)))
  if (!staged) throw notFound()
  return staged
}

/** Returns the files that the actor has uploaded and not yet imported, newest first. */
export function listStagedImports(read: Read, actor: Actor, kind: ImportKindName): Promise<ListedImport[]> {
  const waiting = ownImports(actor).where('kind', '=', kind).where('result', 'is', null)
  return read(
    statementOf(waiting.select(['id', 'kind', 'file_name', 'lines', 'created_at']).orderBy('id', 'desc')),
  )
}

/** Stores how the columns of an uploaded file are mapped. */
export async function mapStagedImport(
  em: EntityManager,
  actor: Actor,
  id: number,
  mapping: Mapping,
): Promise<void> {
  requireWriter(actor)
  await sql`update staged_imports set mapping = ${JSON.stringify(mapping)}::jsonb, preview = null
    where id = ${id} and result is null`.execute(em.getKysely())
}

/**
 * Imports an uploaded file once: for a file that has been imported, the stored result is returned.
 *
 * @throws Fault `conflict` if the file is being imported, or if the import would do something else than the preview
 * shows, because records have changed since; then `importOutcomeIn` returns what it would do
 */
export async function runImport(
  em: EntityManager,
  actor: Actor,
  id: number,
  onProgress?: OnProgress,
): Promise<ImportResult> {
  requireWriter(actor)
  await lockStagedImport(em, id)
  const staged = await readStagedImport(readInTransaction(em), actor, id)
  if (staged.result) return staged.result
  const result = await importFile(em, actor, fileOf(em, staged), onProgress)
  if (staged.preview && !isSameOutcome(staged.preview, result)) throw outdatedPreview(result)
  await sql`update staged_imports set result = ${JSON.stringify(result)}::jsonb, processed = ${result.lines},
    preview = null, imported_at = now(), request_id = ${actor.request_id} where id = ${id}`.execute(
    em.getKysely(),
  )
  await keepLines(em, id, new Set(result.rejected_lines))
  // The lines that are kept count towards the quota.
  await sql`update staged_imports set size = least(size,
    (select coalesce(sum(length(lines)), 0) from staged_lines where import_id = ${id})) where id = ${id}`.execute(
    em.getKysely(),
  )
  return result
}

/** Deletes a file that the actor has uploaded. */
export async function discardImport(em: EntityManager, actor: Actor, id: number): Promise<void> {
  requireWriter(actor)
  await lockStagedImport(em, id)
  await readStagedImport(readInTransaction(em), actor, id)
  await sql`delete from staged_imports where id = ${id}`.execute(em.getKysely())
}

async function lockStagedImport(em: EntityManager, id: number): Promise<void> {
  if (!(await tryLock(em, `staged_import.${id}`)))
    throw new Fault('conflict', phrase('imports.isBeingImported'))
  // The lines are read in parts. Without the lock a deletion in between would end the file early.
  await sql`select 1 from staged_imports where id = ${id} for key share`.execute(em.getKysely())
}

/** Returns an uploaded file as `importFile` takes it. */
export function fileOf(em: EntityManager, { id, kind, columns, mapping }: StagedImport) {
  if (!mapping) throw new Fault('conflict', phrase('imports.notMapped'))
  return { kind, columns, mapping, lines: stagedLinesOf(em, id) }
}

/** Deletes the uploaded files that are older than a day, except those that are being imported. */
export async function deleteExpiredImports(em: EntityManager): Promise<void> {
  await sql`delete from staged_imports where id in (
    select id from staged_imports where created_at < now() - ${retention} for update skip locked
  )`.execute(em.getKysely())
}

// The files that the actor has uploaded within the last day.
function ownImports({ by }: Actor) {
  return db
    .selectFrom('staged_imports')
    .where(sql<boolean>`created_by->>'type' = ${by.type}`)
    .where(sql<boolean>`created_by->'id' = ${JSON.stringify(by.id)}::jsonb`)
    .where(sql<boolean>`created_at > now() - ${retention}`)
}

function nameOf(fileName: string): string {
  const storable = fileName.toWellFormed().replaceAll('\u0000', '').trim()
  return truncate(storable, 255) || 'file.csv'
}
