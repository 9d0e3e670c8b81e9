import { sql } from 'kysely'
import pg from 'pg'
import type { Read } from './read.ts'
import { statement, tables } from './statement.ts'

const minVersion = 15

/** The version and the encoding that a database reports. */
export type ServerInfo = { version: string; encoding: string }

const selectInfo = statement((_: Record<string, never>) =>
  tables<Record<string, never>>().selectNoFrom([
    sql<string>`current_setting('server_version')`.as('version'),
    sql<string>`current_setting('server_encoding')`.as('encoding'),
  ]),
)

/**
 * Returns the version and the encoding of the database.
 *
 * @throws Error in one line that says what to do if the database does not answer, rejects the login, or is
 * too old
 */
export async function checkServer(read: Read, urls: string[]): Promise<ServerInfo> {
  const host = urls.map((url) => new URL(url).host).join(', ')
  const [info] = await read(selectInfo({})).catch((cause: Error) => {
    throw new Error(
      `The database at ${host} cannot be used: ${reason(cause)}. Start the database or correct DATABASE_URL.`,
      {
        cause,
      },
    )
  })
  if (!info) throw new Error('A SELECT without FROM returned no row.')
  if (Number.parseInt(info.version, 10) < minVersion)
    throw new Error(
      `PostgreSQL at ${host} has version ${info.version}, but at least ${minVersion} is required. ` +
        'Set DATABASE_URL to a newer server.',
    )
  return info
}

/** Returns whether the server accepts writes. A standby does not. */
export async function isWritable(read: Read): Promise<boolean> {
  const [row] = await read(selectWritable({}))
  return row?.writable ?? false
}

const selectWritable = statement((_: Record<string, never>) =>
  tables<Record<string, never>>().selectNoFrom(
    sql<boolean>`current_setting('transaction_read_only') = 'off'`.as('writable'),
  ),
)

/** Returns whether the database maps the case of letters in every script. Its encoding must be UTF8. */
export async function supportsUnicodeCase(read: Read): Promise<boolean> {
  const [row] = await read(selectUnicodeCase({}))
  return row?.supported ?? false
}

const selectUnicodeCase = statement((_: Record<string, never>) =>
  tables<Record<string, never>>().selectNoFrom(sql<boolean>`lower('СКАНЕР') = 'сканер'`.as('supported')),
)

/**
 * Returns whether the trigram indexes of the database contain letters of every script. Requires the extension
 * `pg_trgm`, which classifies letters by LC_CTYPE, even if ICU or the builtin provider sorts and maps case.
 */
export async function indexesEveryScript(read: Read): Promise<boolean> {
  const [row] = await read(selectTrigrams({}))
  return row?.found ?? false
}

const selectTrigrams = statement((_: Record<string, never>) =>
  tables<Record<string, never>>().selectNoFrom(sql<boolean>`show_trgm('Ш') <> '{}'`.as('found')),
)

/** Returns whether the server vacuums and analyzes tables by itself. */
export async function autovacuumRuns(read: Read): Promise<boolean> {
  const [row] = await read(selectAutovacuum({}))
  return row?.enabled ?? false
}

const selectAutovacuum = statement((_: Record<string, never>) =>
  tables<Record<string, never>>().selectNoFrom(
    sql<boolean>`current_setting('autovacuum')::bool and current_setting('track_counts')::bool`.as('enabled'),
  ),
)

/** Returns by how many seconds the clock of the database is ahead of that of this machine, to within half a round trip. */
export async function clockSkew(read: Read): Promise<number> {
  const sentAt = Date.now()
  const [row] = await read(selectTime({}))
  return ((row?.time ?? Number.NaN) - (sentAt + Date.now()) / 2) / 1000
}

const selectTime = statement((_: Record<string, never>) =>
  tables<Record<string, never>>().selectNoFrom(
    sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`.as('time'),
  ),
)

/**
 * Returns the names of the settings that were stored in the server by ALTER SYSTEM, ALTER DATABASE or ALTER ROLE. They
 * apply to this service, and no backup contains them. Those of ALTER SYSTEM are visible to superusers and members of
 * `pg_read_all_settings` only. Values are not returned, because they may be secrets.
 */
export async function storedSettings(read: Read): Promise<string[]> {
  const rows = await read(selectStoredSettings({}))
  return rows.map(({ setting }) => setting)
}

const selectStoredSettings = statement((_: Record<string, never>) =>
  tables<Record<string, never>>().selectNoFrom(
    sql<string>`unnest(array(
      select name from pg_settings where sourcefile ~ 'postgresql\\.auto\\.conf$'
      union
      select split_part(unnest(stored.setconfig), '=', 1) from pg_db_role_setting as stored
        left join pg_database as database on database.oid = stored.setdatabase
        left join pg_roles as role on role.oid = stored.setrole
      where (stored.setdatabase = 0 or database.datname = current_database())
        and (stored.setrole = 0 or role.rolname = current_user)
      order by 1))`.as('setting'),
  ),
)

// An AggregateError, for a host with several addresses, has a code but no message.
function reason(error: Error & { code?: string }): string {
  const { message, code } = error
  // An error from the server itself shows that it answers, even if the message mentions a timeout.
  if (!(error instanceof pg.DatabaseError) && /timeout|terminated/i.test(message))
    return 'it does not answer in time'
  return message || `${code}`
}
