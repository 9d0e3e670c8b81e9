import type { EntityManager } from '@mikro-orm/postgresql'
import type { StagedImport } from './staged-import.ts'
import { stagedLinesOf } from './staged-lines.ts'

/** Returns the cells of the rejected lines of a file that has been previewed or imported, as in the file. */
export async function* rejectedLines(em: EntityManager, { id, result, preview }: StagedImport) {
  const numbers = new Set((result ?? preview)?.rejected_lines)
  for await (const line of stagedLinesOf(em, id)) if (numbers.has(line.number)) yield line.cells
}
