import pg from 'pg'
import { type Address, driverOptions } from './address.ts'
import { describeFailure } from './connect-failure.ts'
import { sessionSettings } from './time-limits.ts'

const minVersion = 15
const timeoutMs = 4000

/** What the first connection shows about a database. */
export type Probe = ServerInfo & {
  addresses: Address[]
  /** The settings of every session. Empty behind a transaction pooler, which rejects them as startup parameters. */
  settings: Partial<typeof sessionSettings>
}

/** The version and the encoding of a database, and the schema that contains all tables of the service. */
export type ServerInfo = { version: string; encoding: string; schema: string }

type Row = Omit<ServerInfo, 'schema'> & {
  schema: string | null
  search_path: string
  role: string
  unreachable: { extension: string; schema: string; isUsable: boolean } | null
}

// An extension that another program created may be in a schema outside the search_path. Then statements fail.
const selectRow = `
  select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
    current_schema()::text as schema, current_setting('search_path') as search_path, current_user::text as role,
    (select json_build_object('extension', extname, 'schema', nspname,
        'isUsable', has_schema_privilege(pg_namespace.oid, 'usage'))
      from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
      where extname in ('btree_gin', 'pg_trgm') and nspname <> all (current_schemas(true)) limit 1) as unreachable`

/**
 * Connects to a database by the first of the attempts that succeeds. `clientFor` returns the class of the connection.
 *
 * @throws Error in one line that says what to do if the database does not answer, rejects the login, is too old, or has
 * no schema for the tables
 */
export async function probe(
  attempts: Address[][],
  clientFor: (addresses: Address[]) => typeof pg.Client,
): Promise<Probe> {
  const failures: unknown[] = []
  for (const addresses of attempts)
    try {
      const { row, settings } = await readRow(clientFor(addresses), addresses)
      const server = nameOf(addresses)
      requireVersion(row, server)
      return { ...row, schema: schemaOf(row, server), addresses, settings }
    } catch (error) {
      failures.push(error)
    }
  throw failures[0]
}

async function readRow(Client: typeof pg.Client, addresses: Address[]) {
  try {
    return { row: await connect(Client, addresses, sessionSettings), settings: sessionSettings }
  } catch (error) {
    if (!/unsupported startup parameter/.test(String(error))) throw describeFailure(error, nameOf(addresses))
  }
  try {
    return { row: await connect(Client, addresses, {}), settings: {} }
  } catch (error) {
    throw describeFailure(error, nameOf(addresses))
  }
}

async function connect(Client: typeof pg.Client, addresses: Address[], settings: Probe['settings']) {
  const client = new Client({
    ...sessionOf(settings, addresses[0]),
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(selectRow)).rows[0] as Row
  } finally {
    await client.end()
  }
}

/**
 * Returns the options with which the driver opens a session at `address`. The options of `primary`, such as the
 * search_path, apply there too.
 */
export function sessionOf(settings: Probe['settings'], address: Address | undefined, primary?: Address) {
  const options = [settings, primary, address].flatMap((source) => source?.options || [])
  return {
    ...settings,
    ...(address && driverOptions(address)),
    ...(options.length > 0 && { options: options.join(' ') }),
  }
}

function nameOf(addresses: Address[]): string {
  return addresses.map(({ server }) => server).join(', ')
}

function requireVersion({ version }: Row, server: string): void {
  if (Number.parseInt(version, 10) < minVersion)
    throw new Error(
      `PostgreSQL at ${server} has version ${version}, but at least ${minVersion} is required. ` +
        'Set DATABASE_URL to a newer server.',
    )
}

// PostgreSQL skips schemas that do not exist, so the tables would silently be in another one. Only `"$user"`, with which
// its default search_path starts, may be missing.
function schemaOf({ schema, search_path, role, unreachable }: Row, server: string): string {
  const names = [...search_path.matchAll(/"((?:[^"]|"")*)"|([^\s,]+)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
  )
  const isOfRole = names[0] === '$user' && schema === role
  const first = isOfRole ? role : names.find((name) => name !== '$user')
  if (schema === null || schema !== first)
    throw new Error(
      `The search_path of the role ${role} at ${server} is ${search_path || 'empty'}, and its first schema does not exist or is not accessible. ` +
        `Create it: create schema ${pg.escapeIdentifier(first || 'app')} authorization ${pg.escapeIdentifier(role)}`,
    )
  if (unreachable) {
    const { extension, schema: itsSchema, isUsable } = unreachable
    const grant = isUsable
      ? ''
      : ` and run: grant usage on schema ${pg.escapeIdentifier(itsSchema)} to ${pg.escapeIdentifier(role)}`
    throw new Error(
      `The extension ${extension} is in the schema ${pg.escapeIdentifier(itsSchema)}, which is not in the search_path of the role ${role} at ${server}. ` +
        `Append that schema to the search_path${grant || '.'}`,
    )
  }
  return schema
}
