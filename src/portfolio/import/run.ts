import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { lock } from '../../database/lock.ts'
import { readInTransaction } from '../../database/read.ts'
import { runInSavepoint } from '../../database/transaction.ts'
import { writeChangeSet } from '../../journal/change-set.ts'
import { countUpsert, type Upsert, type UpsertCounts, upsertRows } from '../../journal/upsert.ts'
import { Fault } from '../../record/fault.ts'
import type { ImportKind, RecordRow, RecordWrites, Reject, Upserts } from './import-kind.ts'
import { type ImportKindName, importKinds } from './import-kinds.ts'
import { lineConverter, lineKeys, type NumberedRow } from './line-converter.ts'
import type { CsvLine, FileLine } from './lines.ts'
import { type Columns, dayOrderIn, type Mapping, mapLines, mappedFields, unusedColumns } from './mapping.ts'
import { writeLine } from './record-lines.ts'
import { addRejection, emptyResult, type ImportResult, unlistedChanges } from './result.ts'

const linesPerBatch = 500
const charactersPerBatch = 500_000
const maxIgnoredNames = 20

/** A CSV file to import. */
export type CsvFile = {
  kind: ImportKindName
  columns: Columns
  mapping: Mapping
  lines: AsyncIterable<FileLine>
}

/** Receives the number of lines that have been processed. */
export type OnProgress = (lines: number) => void | Promise<void>

/** Returns what `importFile` would do with a file. What it writes for that is undone. */
export async function previewFile(em: EntityManager, actor: Actor, file: CsvFile): Promise<ImportResult> {
  const undo = new Error('The preview is undone.')
  let result: ImportResult | undefined
  const preview = async (part: EntityManager) => {
    result = await processFile(
      part,
      actor,
      file,
      () => undefined,
      (upsert) => countUpsert(part, upsert),
    )
    throw undo
  }
  await runInSavepoint(em, preview).catch((error) => {
    if (error !== undo) throw error
  })
  return result as ImportResult
}

/**
 * Stores the valid lines of a file with their history, which is one change set, and lists the others. Imports of one kind
 * wait for each other.
 */
export async function importFile(
  em: EntityManager,
  actor: Actor,
  file: CsvFile,
  onProgress: OnProgress = () => undefined,
): Promise<ImportResult> {
  await lock(em, `import.${file.kind}`)
  const { table, recordType } = importKinds[file.kind]
  const analyze = analyzeAsItGrows(em, table)
  return writeChangeSet(em, actor, { kind: 'import', record_type: recordType }, (by) =>
    processFile(em, by, file, onProgress, async (upsert) => {
      const counts = await upsertRows(em, by, upsert)
      await analyze(counts.created)
      return counts
    }),
  )
}

async function processFile(
  em: EntityManager,
  actor: Actor,
  file: CsvFile,
  onProgress: OnProgress,
  upsert: (upsert: Upsert) => Promise<UpsertCounts>,
): Promise<ImportResult> {
  // The types of the kinds differ only in their lines, which stay within `lineConverter`.
  const kind = importKinds[file.kind] as ImportKind<unknown>
  const { columns, mapping } = file
  const ignored = unusedColumns(kind, columns, mapping).slice(0, maxIgnoredNames)
  const result = emptyResult(ignored)
  const rejected: Parameters<Reject>[] = []
  const dayOrder = dayOrderIn(kind, columns, mapping)
  const reject: Reject = (...rejection) => rejected.push(rejection)
  const convert = lineConverter(kind, dayOrder, reject)
  const keys = lineKeys(reject)
  const { recordType, store } = kind
  const columnsOf = ({ replaced }: Upserts) => replaced(mappedFields(kind, columns, mapping))
  for await (const lines of batches(mapLines(kind, columns, mapping, file.lines))) {
    const converted = await convert(readInTransaction(em), lines)
    result.lines += lines.length
    if ('create' in store) await writeLines(em, actor, store, { rows: converted, keys, result, reject })
    else {
      const rows = converted.filter(keys.claim)
      const given = {
        recordType,
        match: store.match,
        rows: rows.map(({ row }) => row),
        columns: columnsOf(store),
      }
      if (rows.length > 0)
        addCounts(result, rows, await upsert({ ...given, maxChanges: unlistedChanges(result) }))
    }
    for (const [line, errors] of rejected.splice(0).sort(([a], [b]) => a.number - b.number))
      addRejection(result, line, errors)
    await onProgress(result.lines)
  }
  return result
}

type Batch = {
  rows: NumberedRow[]
  keys: ReturnType<typeof lineKeys>
  result: ImportResult
  reject: Reject
}

async function writeLines(
  em: EntityManager,
  actor: Actor,
  writes: RecordWrites,
  { rows, keys, result, reject }: Batch,
): Promise<void> {
  for (const line of rows) {
    if (!keys.claim(line)) continue
    try {
      const { isNew, changes } = await writeLine(em, actor, writes, line.row as RecordRow)
      if (isNew) result.created += 1
      else if (Object.keys(changes).length === 0) result.unchanged += 1
      else {
        result.changed += 1
        if (unlistedChanges(result) > 0) result.changes.push({ line: line.number, changes })
      }
    } catch (error) {
      if (!(error instanceof Fault && error.errors)) throw error
      keys.release(line)
      reject(line, error.errors)
    }
  }
}

function addCounts(result: ImportResult, rows: NumberedRow[], counts: UpsertCounts): void {
  result.created += counts.created
  result.changed += counts.changed
  result.unchanged += counts.unchanged
  for (const { index, changes } of counts.changes)
    result.changes.push({ line: rows[index]?.number ?? 0, changes })
}

async function* batches(lines: AsyncIterable<CsvLine>): AsyncGenerator<CsvLine[]> {
  let batch: CsvLine[] = []
  let characters = 0
  for await (const line of lines) {
    batch.push(line)
    if (line.reason === undefined) for (const name in line.cells) characters += line.cells[name]?.length ?? 0
    if (batch.length < linesPerBatch && characters < charactersPerBatch) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/**
 * Returns a function that receives the number of rows that each batch created, and analyzes the table whenever it has
 * grown by half. Without statistics PostgreSQL may look a key up by another index, which takes seconds for each batch.
 */
function analyzeAsItGrows(em: EntityManager, table: string): (created: number) => Promise<void> {
  let analyzed: number | undefined
  let grown = 0
  return async (created) => {
    grown += created
    analyzed ??= await analyzedRows(em, table)
    if (grown === 0 || grown < analyzed / 2) return
    await sql`analyze ${sql.table(table)}`.execute(em.getKysely())
    analyzed = await analyzedRows(em, table)
    grown = 0
  }
}

// Negative if the table was never analyzed.
async function analyzedRows(em: EntityManager, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select reltuples as rows from pg_class where oid = ${table}::regclass`.execute(em.getKysely())
  return Number(rows[0]?.rows ?? 0)
}
