import pg from 'pg'
import { type Address, driverOptions } from './address.ts'
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

/** Returns the error of a connection as an error in one line that says what to do. */
export function describeFailure(cause: unknown, server: string): Error {
  const error = cause as Error & { code?: string }
  const reason = reasonOf(error)
  const advice = adviceByCode[`${error.code}`] ?? adviceFor(reason)
  return new Error(`The database at ${server} cannot be used: ${reason}. ${advice}`, { cause })
}

/** Returns the message of an error without the advice about an option of its command line that Node appends for TLS. */
export function withoutNodeOption(message: string): string {
  return message.replace(/; if the root CA is installed locally.*/, '')
}

// An AggregateError, for a host with several addresses, has a code but no message.
function reasonOf(error: Error & { code?: string }): string {
  const { message, code } = error
  // An error from the server itself shows that it answers, even if the message mentions a timeout.
  if (!(error instanceof pg.DatabaseError) && /timeout|terminated/i.test(message))
    return 'it does not answer in time'
  return withoutNodeOption(message) || `${code}`
}

// The authority of these certificates is trusted, so another sslrootcert would not help.
const adviceByCode: Record<string, string> = {
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate is for other names. Use one of them as the host in DATABASE_URL, or sslmode=verify-ca, which does not compare the name.',
  CERT_HAS_EXPIRED: 'Renew the certificate of the server.',
  CERT_NOT_YET_VALID: 'Correct the clock of this machine or the certificate of the server.',
}

function adviceFor(reason: string): string {
  if (/does not support SSL/.test(reason))
    return 'Enable TLS on the server, or use sslmode=disable in DATABASE_URL.'
  if (/client certificate/.test(reason))
    return 'Append sslcert=FILE and sslkey=FILE to DATABASE_URL, with a client certificate and its key.'
  if (/certificate/i.test(reason))
    return 'Append sslrootcert=FILE to DATABASE_URL, with the certificate of its authority, or use sslmode=require, which encrypts without verifying the server.'
  if (/no encryption|SSL off/i.test(reason)) return 'Append sslmode=require to DATABASE_URL.'
  return 'Start the database or correct DATABASE_URL.'
}
