import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Person } from '../../../src/access/person.ts'
import type { Read } from '../../../src/database/read.ts'
import { exportedReferences, isImportKind } from '../../../src/portfolio/import/import-kinds.ts'
import { serverFields } from '../../../src/record/base-fields.ts'
import { guardFormulas } from '../../../src/record/formula-guard.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { text } from '../html/display.ts'
import type { RecordPages, Row } from '../record/record.ts'
import { personOf } from '../request/reply.ts'
import type { ListRequest } from './list-request.ts'

const batchSize = 1000

/** Sends every record that the filters of a list select as CSV, in batches, so that memory use is constant. */
export async function sendCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  query: ListRequest['query'],
) {
  const { readReplica: read } = request.server
  const rows = readAll(read, pages, query, personOf(request))
  const chunks = csvChunks(asImported(read, pages, rows), columnsOf(pages))
  // Read before the answer begins, so that a database failure is answered with an error page.
  const { value: first } = await chunks.next()
  return reply
    .type('text/csv; charset=utf-8')
    .header(
      'content-disposition',
      `attachment; filename="${pages.collection}-${todayIn(request.server.config.TIME_ZONE)}.csv"`,
    )
    .send(Readable.from(startingWith(first, chunks)))
}

/**
 * Yields every record that a query selects, in batches. Each batch continues after the last row of the previous one,
 * so all cost the same. The order is newest first; the sort of the query is ignored.
 */
export async function* readAll(
  read: Read,
  pages: RecordPages,
  query: Record<string, unknown>,
  person: Person,
  limit = batchSize,
): AsyncGenerator<Row[]> {
  const { query: selected, cursorOf, run } = pages.list
  const sort = selected.shape.sort && !cursorOf ? '-id' : undefined
  let last: Row | undefined
  for (;;) {
    const batch = {
      ...query,
      sort,
      page: 1,
      per_page: limit,
      with_total: false,
      cursor: last && (cursorOf?.(last) ?? last.id),
    }
    const { rows, more } = await run(read, batch as never, person)
    yield rows
    if (!more) return
    if (rows.at(-1)?.id === last?.id) throw new Error(`The list of ${pages.collection} ignores its cursor.`)
    last = rows.at(-1)
  }
}

// An export can be imported again without a change.
async function* asImported(read: Read, { collection }: RecordPages, batches: AsyncIterable<Row[]>) {
  for await (const rows of batches)
    yield isImportKind(collection) ? await exportedReferences(read, collection, rows) : rows
}

/** A column of an export. */
type Column = { name: string; valueIn: (row: Row) => unknown }

// A reference that a record contains as `{ id, name }` has two columns: `company_id` and `company`.
function columnsOf({ schema: { shape } }: RecordPages): Column[] {
  const { id: _, ...last } = serverFields
  const names = Object.keys(shape).filter((name) => !(name in serverFields))
  return ['id', ...names, ...Object.keys(last).filter((name) => name in shape)].flatMap((name) => {
    const own = { name, valueIn: (row: Row) => row[name] }
    const id = `${name}_id`
    if (!isNamedReference(shape[name] as z.ZodType) || id in shape) return [own]
    return [{ name: id, valueIn: (row: Row) => (row[name] as { id: number } | null)?.id }, own]
  })
}

function isNamedReference(rule: z.ZodType): boolean {
  if (rule instanceof z.ZodNullable || rule instanceof z.ZodOptional)
    return isNamedReference(rule.unwrap() as never)
  // An author also has an id, but its type shows that it is not a record.
  return rule instanceof z.ZodObject && 'id' in rule.shape && !('type' in rule.shape)
}

async function* csvChunks(batches: AsyncIterable<Row[]>, columns: Column[]): AsyncGenerator<string> {
  let head = byteOrderMark + csv([columns.map(({ name }) => name)])
  for await (const rows of batches) {
    yield head + csv(rows.map((row) => columns.map(({ valueIn }) => plain(valueIn(row)))))
    head = ''
  }
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(text).join(', ')
  return typeof value === 'object' ? text(value) : value
}

async function* startingWith(
  first: string | undefined,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (first !== undefined) yield first
  yield* rest
}

/** With it, spreadsheets read a CSV file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Returns rows as lines of a CSV file. Numbers stay numbers; texts that a spreadsheet could run are guarded. */
export function csv(rows: unknown[][], delimiter = ','): string {
  return stringify(rows, {
    delimiter,
    record_delimiter: 'windows',
    // By default the package quotes a cell with a line end only if this line end separates records.
    quoted_match: /[\r\n]/,
    cast: { boolean: String, string: guardFormulas },
  })
}
