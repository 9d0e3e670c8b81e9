import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { lock } from '../../database/lock.ts'
import { readInTransaction } from '../../database/read.ts'
import { countUpsert, type Upsert, type UpsertCounts, upsertRows } from '../../journal/upsert.ts'
import { analyzeAsItGrows } from './analyze.ts'
import { readHeader } from './header.ts'
import type { ImportKind, Reject } from './import-kind.ts'
import { type ImportKindName, importKinds } from './import-kinds.ts'
import { lineConverter, type NumberedRow } from './line-converter.ts'
import { type CsvLine, readLines } from './lines.ts'
import { addRejection, emptyResult, type ImportResult, unlistedChanges } from './result.ts'

const linesPerBatch = 1000
const bytesPerBatch = 500_000

/** A CSV file to import. The first of its chunks contains the header. */
export type CsvFile = { kind: ImportKindName; chunks: AsyncIterable<Buffer> | Iterable<Buffer> }

/** Receives the number of bytes that have been processed. */
export type OnProgress = (bytes: number) => void | Promise<void>

/**
 * Returns what `importFile` would do with a file.
 *
 * @throws Fault on the field `file` if it is not a CSV file with the expected columns
 */
export function previewFile(em: EntityManager, file: CsvFile): Promise<ImportResult> {
  return processFile(
    em,
    file,
    () => undefined,
    (upsert) => countUpsert(em, upsert),
  )
}

/**
 * Stores the valid lines of a file with their history, and lists the others. Imports of one kind wait for each other.
 *
 * @throws Fault on the field `file` if it is not a CSV file with the expected columns
 */
export async function importFile(
  em: EntityManager,
  actor: Actor,
  file: CsvFile,
  onProgress: OnProgress = () => undefined,
): Promise<ImportResult> {
  await lock(em, `import.${file.kind}`)
  const analyze = analyzeAsItGrows(em, importKinds[file.kind].table)
  return processFile(em, file, onProgress, async (upsert) => {
    const counts = await upsertRows(em, actor, upsert)
    await analyze(counts.created)
    return counts
  })
}

async function processFile(
  em: EntityManager,
  file: CsvFile,
  onProgress: OnProgress,
  store: (upsert: Upsert) => Promise<UpsertCounts>,
): Promise<ImportResult> {
  // The types of the kinds differ only in their lines, which stay within `lineConverter`.
  const kind = importKinds[file.kind] as ImportKind<unknown>
  const { header, chunks } = await withHeader(kind, file.chunks)
  const result = emptyResult(header.ignored)
  const rejected: Parameters<Reject>[] = []
  const convert = lineConverter(kind, (...rejection) => rejected.push(rejection))
  const columns = kind.replaced(header.columns.filter((name) => name !== null))
  for await (const lines of batches(readLines(chunks, header))) {
    const rows = await convert(readInTransaction(em), lines)
    result.lines += lines.length
    for (const [line, errors] of rejected.splice(0).sort(([a], [b]) => a.number - b.number))
      addRejection(result, line, errors)
    if (rows.length > 0) {
      const { recordType, match } = kind
      const given = rows.map(({ row }) => row)
      const maxChanges = unlistedChanges(result)
      addCounts(result, rows, await store({ recordType, match, rows: given, columns, maxChanges }))
    }
    const last = lines.findLast((line) => line.reason === undefined)
    if (last) await onProgress(last.bytes)
  }
  return result
}

async function withHeader(kind: ImportKind<unknown>, chunks: CsvFile['chunks']) {
  const rest = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
  const { value: first = Buffer.alloc(0) } = await rest.next()
  async function* allChunks() {
    yield first
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  }
  return { header: readHeader(kind, first), chunks: allChunks() }
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
  let [start, end] = [0, 0]
  for await (const line of lines) {
    batch.push(line)
    end = line.reason === undefined ? line.bytes : end
    if (batch.length < linesPerBatch && end - start < bytesPerBatch) continue
    yield batch
    batch = []
    start = end
  }
  if (batch.length > 0) yield batch
}
