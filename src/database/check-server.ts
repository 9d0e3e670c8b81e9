import { sql } from 'kysely'
import { type Read, readRow } from './read.ts'
import { statement, statementOf } from './statement.ts'

/** Returns whether the server accepts writes. A standby does not. */
export async function isWritable(read: Read): Promise<boolean> {
  const query = sql<{
    writable: boolean
  }>`select current_setting('transaction_read_only') = 'off' as writable`
  const { writable } = await readRow(read, statementOf(query))
  return writable
}

/** Returns whether the database maps the case of letters in every script. Its encoding must be UTF8. */
export async function supportsUnicodeCase(read: Read): Promise<boolean> {
  const query = sql<{ supported: boolean }>`select lower('СКАНЕР') = 'сканер' as supported`
  const { supported } = await readRow(read, statementOf(query))
  return supported
}

/**
 * Returns whether the trigram indexes of the database contain letters of every script. Requires the extension
 * `pg_trgm`, which classifies letters by LC_CTYPE, even if ICU or the builtin provider sorts and maps case.
 */
export async function indexesEveryScript(read: Read): Promise<boolean> {
  const query = sql<{ found: boolean }>`select show_trgm('Ш') <> '{}' as found`
  const { found } = await readRow(read, statementOf(query))
  return found
}

/** Returns whether the server vacuums and analyzes tables by itself. */
export async function autovacuumRuns(read: Read): Promise<boolean> {
  const query = sql<{
    enabled: boolean
  }>`select current_setting('autovacuum')::bool and current_setting('track_counts')::bool as enabled`
  const { enabled } = await readRow(read, statementOf(query))
  return enabled
}

/**
 * Returns by how many seconds the clock of the database is ahead of that of this machine, to within half a round trip.
 */
export async function clockSkew(read: Read): Promise<number> {
  const sentAt = Date.now()
  const query = sql<{ time: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`
  const { time } = await readRow(read, statementOf(query))
  return (time - (sentAt + Date.now()) / 2) / 1000
}

/**
 * Returns the names of the settings that were stored in the server by ALTER SYSTEM, ALTER DATABASE or ALTER ROLE. They
 * apply to this service, and no backup contains them. Those of ALTER SYSTEM are visible to superusers and members of
 * `pg_read_all_settings` only. Values are not returned, because they may be secrets.
 */
export async function storedSettings(read: Read): Promise<string[]> {
  const rows = await read(selectStoredSettings({}))
  return rows.map(({ setting }) => setting)
}

const selectStoredSettings = statement(
  'server.stored_settings',
  {},
  () => sql<{ setting: string }>`
  select name as setting from pg_settings where sourcefile ~ 'postgresql\\.auto\\.conf$'
  union
  select split_part(unnest(stored.setconfig), '=', 1) from pg_db_role_setting as stored
    left join pg_database as database on database.oid = stored.setdatabase
    left join pg_roles as role on role.oid = stored.setrole
  where (stored.setdatabase = 0 or database.datname = current_database())
    and (stored.setrole = 0 or role.rolname = current_user)
  order by 1`,
)
