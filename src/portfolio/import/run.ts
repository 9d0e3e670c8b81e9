import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { lock } from '../../database/lock.ts'
import { readInTransaction } from '../../database/read.ts'
import { countUpsert, type Upsert, type UpsertCounts, upsertRows } from '../../journal/upsert.ts'
import { analyzeAsItGrows } from './analyze.ts'
import { guardRows } from './guard-rows.ts'
import type { ImportKind, Reject } from './import-kind.ts'
import { type ImportKindName, importKinds } from './import-kinds.ts'
import { lineConverter, type NumberedRow } from './line-converter.ts'
import type { CsvLine, FileLine } from './lines.ts'
import { type Columns, dayOrderIn, type Mapping, mapLines, mappedFields, unusedColumns } from './mapping.ts'
import { addRejection } from './rejected-line.ts'
import { emptyResult, type ImportResult, unlistedChanges } from './result.ts'

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

/** Returns what `importFile` would do with a file. */
export function previewFile(em: EntityManager, actor: Actor, file: CsvFile): Promise<ImportResult> {
  return processFile(
    em,
    actor,
    file,
    () => undefined,
    (upsert) => countUpsert(em, upsert),
  )
}

/** Stores the valid lines of a file with their history, and lists the others. Imports of one kind wait for each other. */
export async function importFile(
  em: EntityManager,
  actor: Actor,
  file: CsvFile,
  onProgress: OnProgress = () => undefined,
): Promise<ImportResult> {
  await lock(em, `import.${file.kind}`)
  const analyze = analyzeAsItGrows(em, importKinds[file.kind].table)
  return processFile(em, actor, file, onProgress, async (upsert) => {
    const counts = await upsertRows(em, actor, upsert)
    await analyze(counts.created)
    return counts
  })
}

async function processFile(
  em: EntityManager,
  actor: Actor,
  file: CsvFile,
  onProgress: OnProgress,
  store: (upsert: Upsert) => Promise<UpsertCounts>,
): Promise<ImportResult> {
  // The types of the kinds differ only in their lines, which stay within `lineConverter`.
  const kind = importKinds[file.kind] as ImportKind<unknown>
  const { columns, mapping } = file
  const ignored = unusedColumns(kind, columns, mapping).slice(0, maxIgnoredNames)
  const result = emptyResult(ignored)
  const rejected: Parameters<Reject>[] = []
  const dayOrder = dayOrderIn(kind, columns, mapping)
  const convert = lineConverter(kind, dayOrder, (...rejection) => rejected.push(rejection))
  const replaced = kind.replaced(mappedFields(kind, columns, mapping))
  for await (const lines of batches(mapLines(kind, columns, mapping, file.lines))) {
    const converted = { rows: await convert(readInTransaction(em), lines), columns: replaced }
    const rows = await guardRows(em, actor, kind, converted, (...rejection) => rejected.push(rejection))
    result.lines += lines.length
    for (const [line, errors] of rejected.splice(0).sort(([a], [b]) => a.number - b.number))
      addRejection(result, line, errors)
    if (rows.length > 0) {
      const { recordType, match } = kind
      const given = rows.map(({ row }) => row)
      const maxChanges = unlistedChanges(result)
      addCounts(result, rows, await store({ recordType, match, rows: given, columns: replaced, maxChanges }))
    }
    await onProgress(result.lines)
  }
  return result
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
