import { expect } from 'vitest'
import { transact } from '../../src/database/transaction.ts'
import type { ImportKindName } from '../../src/portfolio/import/import-kinds.ts'
import type { ImportResult } from '../../src/portfolio/import/result.ts'
import { importFile, previewFile } from '../../src/portfolio/import/run.ts'
import { operator } from './people.ts'
import type { World } from './world.ts'

/** Returns functions that import the lines of a CSV file into a world. */
export function importerOf(world: () => World) {
  const importLines = (kind: ImportKindName, lines: string[]) =>
    transact(world().database.orm, (em) => importFile(em, operator, { kind, chunks: chunksOf(lines) }))

  /** Imports lines, and expects the preview to have returned the same. */
  async function run(kind: ImportKindName, ...lines: string[]) {
    const preview = await transact(world().database.orm, (em) =>
      previewFile(em, { kind, chunks: chunksOf(lines) }),
    )
    const result = await importLines(kind, lines)
    expect(preview).toEqual(result)
    expect(result.created + result.changed + result.unchanged + result.rejected).toBe(result.lines)
    return result
  }
  return { run, importLines }
}

// The header is in the first chunk; the others end anywhere, also within a character.
function* chunksOf(lines: string[]): Generator<Buffer> {
  const content = Buffer.from(lines.join('\n'))
  for (let start = 0; start < content.length; start += 501) yield content.subarray(start, start + 501)
}

/** Returns the rejected lines of a result, each with its number and its reasons. */
export function reasonsIn({ rejections }: ImportResult): [number, ...string[]][] {
  return rejections.map(({ line, faults }) => [line, ...faults.map(({ reason }) => reason)])
}
