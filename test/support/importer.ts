import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { transact } from '../../src/database/transaction.ts'
import { messageOf } from '../../src/language/stored-phrase.ts'
import { columnOrders } from '../../src/portfolio/import/column-orders.ts'
import { textSlices } from '../../src/portfolio/import/file-text.ts'
import { findHeader } from '../../src/portfolio/import/header.ts'
import { type ImportKindName, importKinds } from '../../src/portfolio/import/import-kinds.ts'
import { type FileLine, readLines } from '../../src/portfolio/import/lines.ts'
import { type Columns, fieldFinder, mappingByName } from '../../src/portfolio/import/mapping.ts'
import type { ImportResult } from '../../src/portfolio/import/result.ts'
import { type CsvFile, importFile, previewFile } from '../../src/portfolio/import/run.ts'
import { operator } from './people.ts'
import type { World } from './world.ts'

/** Returns functions that import the lines of a CSV file into a world. */
export function importerOf(world: () => World) {
  const importLines = (kind: ImportKindName, lines: string[]) =>
    transact(world().database.orm, async (em) => importFile(em, operator, await fileOf(kind, lines)))

  /** Imports lines, and expects the preview to have returned the same. */
  async function run(kind: ImportKindName, ...lines: string[]) {
    const preview = await transact(world().database.orm, async (em) =>
      previewFile(em, operator, await fileOf(kind, lines)),
    )
    const result = await importLines(kind, lines)
    expect(preview).toEqual(result)
    expect(result.created + result.changed + result.unchanged + result.rejected).toBe(result.lines)
    return inEnglish(result)
  }
  /** Imports lines that are already split into cells, by the names of their columns. */
  const importRows = (kind: ImportKindName, names: string[], lines: AsyncIterable<FileLine>) =>
    transact(world().database.orm, (em) =>
      importFile(em, operator, fileWith(kind, { names, orders: {} }, lines)),
    )

  return { run, importLines, importRows }
}

async function fileOf(kind: ImportKindName, lines: string[]): Promise<CsvFile> {
  const slices = () => textSlices(Buffer.from(lines.join('\n')))
  const header = await findHeader(slices, (name) => fieldFinder(importKinds[kind], {})(name) !== undefined)
  const orders = columnOrders()
  const staged: FileLine[] = []
  for await (const line of orders.observe(readLines(slices(), header))) staged.push(line)
  return fileWith(kind, { names: header.columns, orders: orders.result() }, Readable.from(staged))
}

function fileWith(kind: ImportKindName, columns: Columns, lines: AsyncIterable<FileLine>): CsvFile {
  return { kind, columns, mapping: mappingByName(importKinds[kind], columns.names, {}), lines }
}

function inEnglish(result: ImportResult) {
  const rejections = result.rejections.map(({ line, faults }) => ({
    line,
    faults: faults.map(({ reason, ...fault }) => ({ ...fault, reason: String(messageOf(reason)) })),
  }))
  return { ...result, rejections }
}

/** Returns the rejected lines of a result, each with its number and its reasons. */
export function reasonsIn({ rejections }: ImportResult): [number, ...string[]][] {
  return rejections.map(({ line, faults }) => [
    line,
    ...faults.map(({ reason }) => String(messageOf(reason))),
  ])
}
