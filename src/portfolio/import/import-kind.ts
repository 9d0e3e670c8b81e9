import type { z } from 'zod'
import type { Read } from '../../database/read.ts'

/** What a line may reference: an app with its platform, or a competitor. */
export type Referenced = { id: number; platform?: string }

/** How the lines of a CSV file become records of one kind. */
export type ImportKind<Line> = {
  /** The name of the entity and of its table. */
  recordType: string
  table: string
  /** The columns that a file must have, and those that it may have. */
  required: string[]
  optional: string[]
  /** The rules of the cells. An empty cell of an optional column is undefined. */
  schema: z.ZodType<Line> & { shape: Record<string, z.ZodType> }
  /** The column that references another record, and its value in a line. */
  referenceColumn: string
  reference(line: Line): string
  findReferences(read: Read, references: string[]): Promise<Map<string, Referenced>>
  /** Returns the row to store. */
  row(line: Line, referenced: Referenced): Record<string, unknown>
  /** The columns that identify a record, for messages, and the SQL condition for them: see `upsertRows`. */
  key: string[]
  match: string
  /** Columns that are derived from others, and so replaced even if the file does not have them. */
  derived: string[]
}
