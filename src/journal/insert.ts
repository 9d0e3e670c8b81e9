import type { EntityMetadata, EntityName } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { readInTransaction } from '../database/read.ts'
import { unsettable } from '../record/stored.ts'

// By the answer, or the entity where nothing is answered, and by the lookup: they live as long as the program.
const texts = new Map<unknown, Map<string | undefined, string>>()

/**
 * Stores new records of one kind, and what `note` says of each in history, by one statement that is prepared once.
 * Columns that a row leaves out get their defaults, or what `lookup` finds for them; where that finds nothing, nothing
 * is stored. `answer` is the SELECT that gives the new rows: it reads the table by its name, where nothing but the new
 * rows is. Where it is given, the statement is the last of its unit of work.
 */
export async function insertAll<T extends object, Row>(
  em: EntityManager,
  entity: EntityName<T>,
  rows: object[],
  note: object,
  answer?: AnswerSelect<Row>,
  lookup?: Lookup,
): Promise<Row[]> {
  const known = texts.get(answer ?? entity) ?? new Map<string | undefined, string>()
  texts.set(answer ?? entity, known)
  const text =
    known.get(lookup?.text) ??
    textOf(em.getMetadata().get(entity), Object.keys(note), { answer: answer?.text, lookup })
  known.set(lookup?.text, text)
  const values = [JSON.stringify(rows), JSON.stringify(note), ...(lookup?.values ?? [])]
  return readInTransaction(em, answer && 'last')({ text, values })
}

/** A SELECT of the new rows, as an answer shows them. */
export type AnswerSelect<Row> = { text: string; row?: Row }

/** A SELECT of one row at most, and which columns of the new rows are in it. Its values are from $3 on. */
export type Lookup = { columns: string[]; text: string; values: unknown[] }

// PostgreSQL takes both parameters apart by the types of the tables, so the text is the same for any number of
// rows and whichever columns they name.
function textOf(
  { tableName, className, props }: EntityMetadata,
  noteColumns: string[],
  { answer, lookup }: { answer: string | undefined; lookup: Lookup | undefined },
): string {
  const settable = props.filter(
    ({ name }) => name === 'created_by' || name === 'updated_by' || !(name in unsettable),
  )
  const columns = settable.map(({ name }) => `"${name}"`).join(', ')
  const values = settable.map(({ name, defaultRaw }) => {
    if (lookup?.columns.includes(name)) return `found."${name}"`
    return defaultRaw ? `coalesce(given."${name}", ${defaultRaw})` : `given."${name}"`
  })
  const told = settable.filter(({ name, hidden }) => !hidden && !(name in unsettable))
  const noted = noteColumns.map((name) => `note."${name}"`)
  // Named one by one: a later migration may add one while this statement is prepared.
  const everything = props.map(({ name }) => `"${name}"`).join(', ')
  return `with "${tableName}" as (
      insert into "${tableName}" (${columns})
      select ${values.join(', ')} from jsonb_populate_recordset(null::"${tableName}", $1::jsonb) as given${
        lookup ? `, (${lookup.text}) as found` : ''
      } returning *
    ), noted as (
      insert into history (record_type, record_id, changes, ${noteColumns.join(', ')})
      select '${className}', made.id, (
        select coalesce(jsonb_object_agg(name, jsonb_build_object('from', null, 'to', value)), '{}')
        from (values ${told.map(({ name, columnTypes }) => `('${name}', ${json(name, columnTypes[0])})`).join(', ')}) as field (name, value)
        where value is not null
      ), ${noted.join(', ')}
      from "${tableName}" as made, jsonb_populate_record(null::history, $2::jsonb) as note
    )
    ${answer ?? `select ${everything} from "${tableName}"`}`
}

// A moment in history reads as it does everywhere: RFC 3339 in UTC with milliseconds.
function json(name: string, type = ''): string {
  if (!type.startsWith('timestamptz')) return `to_jsonb(made."${name}")`
  return `to_jsonb(to_char(made."${name}" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
}
