import type { EntityMetadata, EntityName } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { readInTransaction } from '../database/read.ts'
import { param, statementOf } from '../database/statement.ts'
import { sqlText } from '../database/tables.ts'
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
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const table = sql.table(tableName)
  const insert = sql`insert into ${table} (${names})
    select ${names} from jsonb_populate_record(null::${table}, ${JSON.stringify(row)}::jsonb)`
  await readInTransaction(em)(statementOf(insert))
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
  // The default is the SQL of the column in the entity.
  const values = settable.map(({ name, defaultRaw }) =>
    defaultRaw ? sql`coalesce(${sql.ref(name)}, ${sql.raw(defaultRaw)})` : sql.ref(name),
  )
  const listed = (columns: { name: string }[]) => sql.join(columns.map(({ name }) => sql.ref(name)))
  const table = sql.table(tableName)
  return {
    insert: sqlText(sql`insert into ${table} (${listed(settable)})
      select ${sql.join(values)} from jsonb_populate_recordset(null::${table}, ${param('rows')}::jsonb)`),
    returning: sqlText(sql`returning ${listed(props.filter(({ lazy }) => !lazy))}`),
  }
}
