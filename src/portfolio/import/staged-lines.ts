import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Read, readInTransaction, readRow } from '../../database/read.ts'
import { columns, field } from '../../record/field.ts'
import { Id } from '../../record/rules/id.ts'
import { timeSlice } from '../../record/time-slice.ts'
import type { FileLine } from './lines.ts'
import { stagedImports } from './staged-import.ts'

const charactersPerPart = 256 * 1024

const fields = {
  id: field(Id, p.bigint('number').primary()),
  import_id: field(Id, p.manyToOne(stagedImports).mapToPk().fieldName('import_id').deleteRule('cascade')),
  lines: field(z.string(), p.text()),
}

/** The lines of uploaded files, as JSON in parts, so that a file is parsed once. The import keeps those it rejects. */
export const stagedLines = defineEntity({
  name: 'staged_line',
  tableName: 'staged_lines',
  properties: columns(fields),
  indexes: [{ name: 'staged_lines_import', properties: ['import_id', 'id'] }],
})

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

/** Returns the lines of an uploaded file, up to the part with the id `end`. */
export async function* stagedLinesOf(
  em: EntityManager,
  importId: number,
  end = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<FileLine> {
  const text = `select id, lines from staged_lines where import_id = $1 and id > $2 and id <= $3 order by id limit 1`
  const pause = timeSlice()
  for (let last = 0; ; ) {
    const [part] = await readInTransaction(em)<{ id: number; lines: string }>({
      text,
      values: [importId, last, end],
    })
    if (!part) return
    last = part.id
    for (const line of JSON.parse(part.lines) as FileLine[]) {
      await pause()
      yield line
    }
  }
}

/** Returns the cells of the first lines of an uploaded file. */
export async function firstLines(read: Read, importId: number, count: number): Promise<string[][]> {
  const text = 'select lines from staged_lines where import_id = $1 order by id limit 1'
  const [part] = await read<{ lines: string }>({ text, values: [importId] })
  const lines = JSON.parse(part?.lines ?? '[]') as FileLine[]
  return lines.flatMap((line) => (line.reason === undefined ? [line.cells] : [])).slice(0, count)
}

/** Deletes the lines of an uploaded file, except those with these numbers. */
export async function keepLines(
  em: EntityManager,
  importId: number,
  numbers: ReadonlySet<number>,
): Promise<void> {
  const { last } = await readRow<{ last: number | null }>(readInTransaction(em), {
    text: 'select max(id) as last from staged_lines where import_id = $1',
    values: [importId],
  })
  if (numbers.size > 0)
    await storeLines(em, importId, linesWith(stagedLinesOf(em, importId, last ?? 0), numbers))
  await sql`delete from staged_lines where import_id = ${importId} and id <= ${last}`.execute(em.getKysely())
}

async function* linesWith(lines: AsyncIterable<FileLine>, numbers: ReadonlySet<number>) {
  for await (const line of lines) if (numbers.has(line.number)) yield line
}
