import type { EntityMetadata, EntityName } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { readInTransaction } from '../database/read.ts'
import { serverFields } from '../record/base-fields.ts'

/** Inserts rows by one prepared statement and returns them as stored. Omitted columns get their defaults. */
export function insertRows<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  rows: object[],
): Promise<T[]> {
  const { insert, returning } = textsOf(em, entity)
  return readInTransaction(em)({ text: `${insert} ${returning}`, values: [JSON.stringify(rows)] })
}

/** Inserts the rows whose unique keys are not taken, and returns these as stored. */
export function insertUntaken<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  rows: object[],
): Promise<T[]> {
  const { insert, returning } = textsOf(em, entity)
  const text = `${insert} on conflict do nothing ${returning}`
  return readInTransaction(em)({ text, values: [JSON.stringify(rows)] })
}

/** Inserts a row with the values that only the server sets, such as its id. Omitted columns are null. */
export async function insertStored<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  row: { [name in keyof typeof serverFields]: unknown },
): Promise<void> {
  const { tableName, props } = em.getMetadata().get(entity)
  const columns = props.filter(({ generated, lazy }) => !generated && !lazy)
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  await readInTransaction(em)({
    text: `insert into "${tableName}" (${names}) select ${names} from jsonb_populate_record(null::"${tableName}", $1::jsonb)`,
    values: [JSON.stringify(row)],
  })
}

type Texts = { insert: string; returning: string }

function textsOf<T>(em: EntityManager, entity: EntityName<T>): Texts {
  const metadata = em.getMetadata().get(entity)
  const known = texts.get(metadata) ?? insertTexts(metadata)
  texts.set(metadata, known)
  return known
}

const texts = new WeakMap<EntityMetadata, Texts>()

// PostgreSQL converts the JSON by the types of the columns, so the text is the same for any number of rows and any choice
// of columns. They are listed, because a later migration may add one while this statement is prepared.
function insertTexts({ tableName, props }: EntityMetadata): Texts {
  const isSettable = (name: string) =>
    name === 'created_by' || name === 'updated_by' || !(name in serverFields)
  const settable = props.filter(({ name, generated }) => !generated && isSettable(name))
  const values = settable.map(({ name, defaultRaw }) =>
    defaultRaw ? `coalesce("${name}", ${defaultRaw})` : `"${name}"`,
  )
  const listed = (columns: { name: string }[]) => columns.map(({ name }) => `"${name}"`).join(', ')
  return {
    insert: `insert into "${tableName}" (${listed(settable)})
    select ${values.join(', ')} from jsonb_populate_recordset(null::"${tableName}", $1::jsonb)`,
    returning: `returning ${listed(props.filter(({ lazy }) => !lazy))}`,
  }
}
