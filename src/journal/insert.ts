import type { EntityMetadata, EntityName } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { CallerState } from '../access/current-caller.ts'
import { readInTransaction } from '../database/read.ts'
import type { Statement } from '../database/statement.ts'
import { serverFields } from '../record/base-fields.ts'
import { timestampText } from '../record/column.ts'

/** New rows of one table, and the columns of their history entries besides the changes. */
type Insert<T> = { entity: EntityName<T>; rows: object[]; entry: object }

/** The SELECT that returns new rows for a response. In it, the table's name means only the new rows. */
export type AnswerSelect<Row> = { text: string; row?: Row }

/** A SELECT of at most one row that fills `columns` of the new rows. */
export type Lookup = { columns: string[]; text: string; values: unknown[] }

/** SELECTs that run in the statement of an insert. They see the tables as they were before. */
export type Selects<Compared> = {
  lookup?: Lookup | undefined
  /** Its rows are returned as a list in the column `compared`. */
  compared?: Statement<Compared> | undefined
  /** Nothing is inserted unless it returns a row in which `is_unchanged` is true. */
  caller?: Statement<CallerState> | undefined
}

/** Inserts rows and their history in one prepared statement. Omitted columns get their defaults. */
export async function insertRows<T extends object>(em: EntityManager, insert: Insert<T>): Promise<T[]> {
  const { tableName, props } = em.getMetadata().get(insert.entity)
  // The columns are listed, because a later migration may add one while this statement is prepared.
  const loaded = props.filter(({ lazy }) => !lazy)
  const columns = loaded.map(({ name }) => `"${name}"`).join(', ')
  const statement = statementOf(em, insert, { text: `select ${columns} from "${tableName}"` })
  return readInTransaction(em)<T>(statement)
}

/**
 * Inserts rows like `insertRows` and returns what `answer` selects of them. Must be the last statement of its
 * transaction. If `lookup` finds no row, or `caller` has changed, nothing is stored and the result is empty.
 */
export async function insertAndAnswer<T extends object, Row, Compared>(
  em: EntityManager,
  insert: Insert<T>,
  answer: AnswerSelect<Row>,
  selects: Selects<Compared>,
): Promise<(Row & { compared?: Compared[] })[]> {
  return readInTransaction(em, 'last')(statementOf(em, insert, answer, selects))
}

// The statement texts by answer and selects. Their number is the number of calls in the code.
const texts = new Map<string, Map<string, string>>()

function statementOf<T>(
  em: EntityManager,
  { entity, rows, entry }: Insert<T>,
  answer: { text: string },
  selects: Selects<unknown> = {},
) {
  const { lookup, compared, caller } = selects
  const bySelects = texts.get(answer.text) ?? new Map<string, string>()
  texts.set(answer.text, bySelects)
  const key = `${lookup?.text};${compared?.text};${caller?.text}`
  const text =
    bySelects.get(key) ?? buildText(em.getMetadata().get(entity), Object.keys(entry), answer.text, selects)
  bySelects.set(key, text)
  const values = [lookup, compared, caller].flatMap((select) => select?.values ?? [])
  return {
    text,
    values: [JSON.stringify(rows), JSON.stringify(entry), ...values],
    containsOpening: caller !== undefined,
  }
}

/** Returns the columns that history shows, each with the SQL of its value in a row of `alias` as JSON. */
export function changedFieldsOf({ props }: EntityMetadata, alias: string): { name: string; json: string }[] {
  return props
    .filter(({ name, hidden }) => !hidden && !(name in serverFields))
    .map(({ name, columnTypes }) => ({ name, json: jsonOf(`${alias}."${name}"`, columnTypes[0]) }))
}

// PostgreSQL expands both JSON parameters by the types of the tables, so the text is the same for any number
// of rows and any choice of columns.
function buildText(
  metadata: EntityMetadata,
  entryColumns: string[],
  answer: string,
  { lookup, compared, caller }: Selects<unknown>,
): string {
  const { tableName, className, props } = metadata
  const settable = props.filter(
    ({ name, generated }) =>
      !generated && (name === 'created_by' || name === 'updated_by' || !(name in serverFields)),
  )
  const columns = settable.map(({ name }) => `"${name}"`).join(', ')
  const values = settable.map(({ name, defaultRaw }) => {
    if (lookup?.columns.includes(name)) return `found."${name}"`
    return defaultRaw ? `coalesce(given."${name}", ${defaultRaw})` : `given."${name}"`
  })
  const changedFields = changedFieldsOf(metadata, 'created').map(({ name, json }) => `('${name}', ${json})`)
  const entryValues = entryColumns.map((name) => `entry."${name}"`)
  const found = lookup ? `, (${renumbered(lookup.text, 2)}) as found` : ''
  const comparedOffset = 2 + (lookup?.values.length ?? 0)
  const callerOffset = comparedOffset + (compared?.values.length ?? 0)
  const condition = caller
    ? `where exists (select from (${renumbered(caller.text, callerOffset)}) as caller where is_unchanged)`
    : ''
  // Before the CTE of the insert, the name of the table means the stored rows, and after it, the new ones.
  const comparedRows = compared
    ? `compared as materialized (${renumbered(compared.text, comparedOffset)}), `
    : ''
  return `with ${comparedRows}"${tableName}" as (
      insert into "${tableName}" (${columns})
      select ${values.join(', ')} from jsonb_populate_recordset(null::"${tableName}", $1::jsonb) as given${found} ${condition}
      returning *
    ), journaled as (
      insert into history (record_type, record_id, changes, ${entryColumns.join(', ')})
      select '${className}', created.id, (
        select coalesce(jsonb_object_agg(name, jsonb_build_object('from', null, 'to', value)), '{}')
        from (values ${changedFields.join(', ')}) as field (name, value)
        where value is not null
      ), ${entryValues.join(', ')}
      from "${tableName}" as created, jsonb_populate_record(null::history, $2::jsonb) as entry
    )
    ${compared ? `select answer.*, (select coalesce(json_agg(compared), '[]') from compared) as compared from (${answer}) as answer` : answer}`
}

/** Returns a SELECT whose first parameter is number `offset` + 1. */
function renumbered(text: string, offset: number): string {
  return text.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + offset}`)
}

// A timestamp in history has the same format as everywhere: RFC 3339 in UTC with milliseconds.
function jsonOf(column: string, type = ''): string {
  if (!type.startsWith('timestamptz')) return `to_jsonb(${column})`
  return `to_jsonb(${timestampText(column)})`
}
