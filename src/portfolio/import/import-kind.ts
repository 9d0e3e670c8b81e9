import type { EntityManager } from '@mikro-orm/postgresql'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import type { Read } from '../../database/read.ts'
import type { FieldErrors, Message } from '../../record/fault.ts'

/** A record that a cell names: an app or a competitor with its platform, a product or a direction. */
export type Referenced = {
  id: number
  slug: string | null
  name: string
  platform?: string | null
  product_id: number | null
  direction_id: number | null
}

/** Returns the records that each text means: several if they share a name. */
export type FindRecords = (read: Read, texts: string[]) => Promise<Map<string, Referenced[]>>

/** A valid line: its values and the records that it references, by field. An empty cell has neither. */
export type ImportLine<Line> = {
  number: number
  cells: Record<string, string>
  values: Line
  references: Partial<Record<string, Referenced>>
}

/**
 * A row to store, with the keys that no other line of the file may have. `what` names the fields of a key in a message.
 */
export type ImportRow<Line> = {
  line: ImportLine<Line>
  row: object
  keys: { key: string; what: Message }[]
}

/** Receives a line that cannot be stored, and why, by field. The reasons of the entire line have the field ''. */
export type Reject = (line: { number: number; cells?: Record<string, string> }, errors: FieldErrors) => void

/** Returns the rows of a batch of lines, and rejects the lines that have none. */
export type RowsOf<Line> = (
  read: Read,
  lines: ImportLine<Line>[],
  reject: Reject,
) => Promise<ImportRow<Line>[]>

/** How the lines of a CSV file become records of one kind. */
export type ImportKind<Line> = {
  /** The name of the entity and of its table. */
  recordType: string
  table: string
  /** The required fields of a file, the fields of which one is required, and the optional fields. */
  required: string[]
  anyOf?: string[]
  optional: string[]
  /** The fields that the columns of a file may contain whose names are days. The first one is the default. */
  dayValues?: string[]
  /** The rules of the cells. An empty cell of an optional field is undefined. */
  schema: z.ZodType<Line> & { shape: Record<string, z.ZodType> }
  /** The fields that reference other records. */
  references: Record<string, FindRecords>
  /** Returns the conversion of one file. */
  rows(): RowsOf<Line>
  /** The fields that identify a record, for messages. */
  identity: Message
  /** How the rows are stored: each by the writes of its kind, or many at once. */
  store: RecordWrites | Upserts
}

/** Rows are stored by `upsertRows`. */
export type Upserts = {
  /** The SQL condition that identifies a stored row. */
  match: RawBuilder<boolean>
  /** Returns the columns of a stored row that a file with these fields replaces. */
  replaced(fields: string[]): string[]
}

/** The writes of a kind of record, as an import calls them. */
export type RecordWrites = {
  create(em: EntityManager, actor: Actor, slug: string, fields: Fields): Promise<unknown>
  change(em: EntityManager, actor: Actor, id: number, fields: Fields): Promise<unknown>
}

// The fields of a body, which are those of its kind.
// biome-ignore lint/suspicious/noExplicitAny: the rules of the cells have validated them
type Fields = any

/** A stored product or app, with the fields that a file can have. */
export type StoredRecord = { id: number; slug: string; name: string } & Record<string, unknown>

/** What a line writes: the fields of a new record, with its slug, or those of a stored one that differ. */
export type RecordRow = {
  stored?: StoredRecord | undefined
  slug: string | null
  fields: Record<string, unknown>
}
