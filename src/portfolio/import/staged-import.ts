import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Read, readInTransaction, readRow } from '../../database/read.ts'
import { param, statement, statementOf } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Provenance } from '../../record/provenance.ts'
import { Id } from '../../record/rules/id.ts'
import { text } from '../../record/rules/text.ts'
import { type ImportKindName, importKinds } from './import-kinds.ts'
import type { FileLine } from './lines.ts'
import { Columns, Mapping } from './mapping.ts'
import { ImportResult } from './result.ts'

const kinds = Object.keys(importKinds) as [ImportKindName, ...ImportKindName[]]

const fields = {
  id: field(Id, p.bigint('number').primary()),
  kind: field(z.enum(kinds), p.enum(kinds)),
  file_name: field(text(255), p.text()),
  // Bytes of the uploaded file.
  size: field(z.int().min(0), p.integer()),
  columns: field(Columns, p.json<Columns>()),
  delimiter: field(z.string(), p.text().default(',')),
  // The lines after the header.
  lines: field(z.int().min(0), p.integer().default(0)),
  // Null until the person has mapped the columns.
  mapping: field(Mapping.nullable(), p.json<Mapping>().strictNullable().default(null)),
  // The result that the preview by this mapping shows.
  preview: field(ImportResult.nullable(), p.json<ImportResult>().strictNullable().default(null)),
  // The lines that the import has processed.
  processed: field(z.int().min(0), p.integer().default(0)),
  // Set by the import, in its transaction.
  result: field(ImportResult.nullable(), p.json<ImportResult>().strictNullable().default(null)),
  // With `created_by` they identify the changes of the import in the history: all have this time and this request.
  imported_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  request_id: field(z.string().nullable(), p.text().strictNullable().default(null)),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()').index('staged_imports_created')),
  created_by: field(Provenance, p.json<Provenance>()),
}

/** Uploaded files between upload and import. They are in the database, so that every server process finds them. */
export const stagedImports = defineEntity({
  name: 'staged_import',
  tableName: 'staged_imports',
  properties: columns(fields),
})

/** An uploaded file, without its lines. */
export const StagedImport = z.object(rules(fields))
export type StagedImport = z.output<typeof StagedImport>

declare module '../../database/tables.ts' {
  interface Tables {
    staged_imports: StagedImport
  }
}

/** An uploaded file in a list, without its columns and its results, which may be long. */
export type ListedImport = Pick<StagedImport, 'id' | 'kind' | 'file_name' | 'lines' | 'created_at'>

const charactersPerPart = 256 * 1024

const lineFields = {
  id: field(Id, p.bigint('number').primary()),
  import_id: field(Id, p.manyToOne(stagedImports).mapToPk().fieldName('import_id').deleteRule('cascade')),
  lines: field(z.string(), p.text()),
}

/** The lines of uploaded files, as JSON in parts, so that a file is parsed once. The import keeps those it rejects. */
export const stagedLines = defineEntity({
  name: 'staged_line',
  tableName: 'staged_lines',
  properties: columns(lineFields),
  indexes: [{ name: 'staged_lines_import', properties: ['import_id', 'id'] }],
})

declare module '../../database/tables.ts' {
  interface Tables {
    staged_lines: { id: number; import_id: number; lines: string }
  }
}

/** Stores the lines of an uploaded file, and returns their number. */
export async function storeLines(
  em: EntityManager,
  importId: number,
  lines: AsyncIterable<FileLine>,
): Promise<number> {
  let count = 0
  let part: string[] = []
  let characters = 0
  const flush = async () => {
    await sql`insert into staged_lines (import_id, lines) values (${importId}, ${`[${part.join(',')}]`})`.execute(
      em.getKysely(),
    )
    part = []
    characters = 0
  }
  for await (const line of lines) {
    const text = JSON.stringify(line)
    count += 1
    part.push(text)
    characters += text.length
    if (characters > charactersPerPart) await flush()
  }
  if (part.length > 0) await flush()
  return count
}

const selectPart = statement(
  'staged_lines.part',
  { import_id: 7, last: 0, end: 100 },
  (_: { import_id: number; last: number; end: number }) =>
    db
      .selectFrom('staged_lines')
      .where('import_id', '=', param<number>('import_id'))
      .where('id', '>', param<number>('last'))
      .where('id', '<=', param<number>('end'))
      .select(['id', 'lines'])
      .orderBy('id')
      .limit(sql.lit<number>(1)),
)

/** Returns the lines of an uploaded file, up to the part with the id `end`. */
export async function* stagedLinesOf(
  em: EntityManager,
  importId: number,
  end = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<FileLine> {
  for (let last = 0; ; ) {
    const [part] = await readInTransaction(em)(selectPart({ import_id: importId, last, end }))
    if (!part) return
    last = part.id
    yield* JSON.parse(part.lines) as FileLine[]
  }
}

/** Returns the cells of the first lines of an uploaded file. */
export async function firstLines(read: Read, importId: number, count: number): Promise<string[][]> {
  const [part] = await read(selectPart({ import_id: importId, last: 0, end: Number.MAX_SAFE_INTEGER }))
  const lines = JSON.parse(part?.lines ?? '[]') as FileLine[]
  return lines.flatMap((line) => (line.reason === undefined ? [line.cells] : [])).slice(0, count)
}

/** Deletes the lines of an uploaded file, except those with these numbers. */
export async function keepLines(
  em: EntityManager,
  importId: number,
  numbers: ReadonlySet<number>,
): Promise<void> {
  const stored = db.selectFrom('staged_lines').where('import_id', '=', importId)
  const { last } = await readRow(
    readInTransaction(em),
    statementOf(stored.select((eb) => eb.fn.max<number | null>('id').as('last'))),
  )
  if (numbers.size > 0)
    await storeLines(em, importId, linesWith(stagedLinesOf(em, importId, last ?? 0), numbers))
  await sql`delete from staged_lines where import_id = ${importId} and id <= ${last}`.execute(em.getKysely())
}

async function* linesWith(lines: AsyncIterable<FileLine>, numbers: ReadonlySet<number>) {
  for await (const line of lines) if (numbers.has(line.number)) yield line
}

/** Returns the cells of the rejected lines of a file that has been previewed or imported, as in the file. */
export async function* rejectedLines(em: EntityManager, { id, result, preview }: StagedImport) {
  const numbers = new Set((result ?? preview)?.rejected_lines)
  for await (const line of stagedLinesOf(em, id)) if (numbers.has(line.number)) yield line.cells
}
