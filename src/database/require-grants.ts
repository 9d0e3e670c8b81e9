import pg from 'pg'
import type { MikroORM } from './transaction.ts'

/** The role, whether it may create tables and extensions, and the extensions that the database does not have yet. */
type Row = {
  role: string
  database: string
  schema: string
  may_create_tables: boolean
  may_create_extensions: boolean
  missing: string[]
}

const selectRow = `
  select current_user::text as role, current_database()::text as database, current_schema()::text as schema,
    has_schema_privilege(current_schema(), 'create') as may_create_tables,
    has_database_privilege(current_database(), 'create') as may_create_extensions,
    coalesce(array_agg(name), '{}') as missing
  from unnest(array['pg_trgm', 'btree_gin']) as required (name)
  where not exists (select from pg_extension where extname = required.name)`

/**
 * Runs a callback that creates tables and extensions.
 *
 * @throws Error in one line that says what to grant if the role may not create them
 */
export async function requireGrants<T>(orm: MikroORM, callback: () => Promise<T>): Promise<T> {
  try {
    return await callback()
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    const [row] = await orm.em.getConnection().execute<Row[]>(selectRow)
    throw row ? withoutGrants(row, error) : error
  }
}

function withoutGrants({ role, database, schema, missing, ...may }: Row, cause: unknown): unknown {
  const lacking = [
    ...(may.may_create_tables
      ? []
      : [{ objects: 'tables', grant: `create on schema ${pg.escapeIdentifier(schema)}` }]),
    ...(may.may_create_extensions || missing.length === 0
      ? []
      : [
          {
            objects: `the extensions ${missing.join(', ')}`,
            grant: `create on database ${pg.escapeIdentifier(database)}`,
          },
        ]),
  ]
  if (lacking.length === 0) return cause
  const objects = lacking.map((right) => right.objects).join(' and ')
  const statements = lacking.map(({ grant }) => `grant ${grant} to ${pg.escapeIdentifier(role)}`).join('; ')
  return new Error(
    `The role ${role} may not create ${objects}. Run as the owner of the database: ${statements}`,
    { cause },
  )
}
