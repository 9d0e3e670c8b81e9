import { accessSync, constants, readFileSync } from 'node:fs'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'

/** The address of one server of a database, in the form that the driver reads. */
export type Address = {
  /** Without `options` and the parameters of TLS. The folder of a socket is its percent-encoded host. */
  connectionString: string
  /** False: without TLS. Undefined: as the driver derives it from the URL, which has no `sslmode`. */
  ssl: ConnectionOptions | false | undefined
  /** The host and the port, or the folder of the socket, for messages. */
  server: string
  /** Options of the sessions, such as `-c search_path=app`. */
  options: string
}

const modes = ['disable', 'allow', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full']
const tlsParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl']

const example =
  'must be a URL with a host and a database, such as postgres://user:password@host:5432/database; write a % in the password as %25'

/** Returns what is wrong with the URL of a database, or undefined. The files that it names must be readable. */
export function addressFault(url: string): string | undefined {
  const parsed = parse(url)
  if (!parsed?.servers.every((server) => isValid(server, parsed.parameters))) return example
  const { parameters } = parsed
  const schema = parameters.get('schema')
  if (schema !== null)
    return `must not have the parameter "schema", which PostgreSQL does not know; to keep the tables in a schema, write options=-c%20search_path%3D${/^\w+$/.test(schema) ? schema : 'SCHEMA'} instead`
  const mode = parameters.get('sslmode')
  if (mode !== null && !modes.includes(mode)) return `must have one of ${modes.join(', ')} as sslmode`
  if (mode === 'verify-ca' && !parameters.get('sslrootcert'))
    return 'must have sslrootcert, the path of a file with the certificate of the authority, if sslmode is verify-ca'
  const unreadable = ['sslrootcert', 'sslcert', 'sslkey'].find((name) => !isReadable(parameters.get(name)))
  return unreadable && `must have the path of a readable file as ${unreadable}`
}

/**
 * Returns the servers of the URL of a database. `sslmode` has its meaning in libpq. Since the driver knows neither
 * `prefer` nor `allow`, each attempt in the result is a list of all servers with one way to connect, best first.
 */
export function addressesOf(url: string): Address[][] {
  const { servers, parameters } = parse(url) ?? { servers: [], parameters: new URLSearchParams() }
  const attempts = { prefer: ['require', 'disable'], allow: ['disable', 'require'] }
  const mode = parameters.get('sslmode')
  return (attempts[mode as keyof typeof attempts] ?? [mode]).map((sslmode) =>
    servers.map((server) => addressOf(server, parameters, sslmode)),
  )
}

/** Returns the options with which the driver connects to a server. */
export function driverOptions({ connectionString, ssl }: Address) {
  return { connectionString, ...(ssl !== undefined && { ssl }) }
}

type Server = { before: string; host: string; port: string; database: string }

function addressOf(server: Server, parameters: URLSearchParams, sslmode: string | null): Address {
  const { before, host, port, database } = server
  const query = new URLSearchParams(parameters)
  for (const name of ['host', 'port', 'options']) query.delete(name)
  // The operating system protects a socket, so libpq uses no TLS there.
  const ssl = isSocket(host) ? false : tlsOf(host, parameters, sslmode)
  for (const name of ssl === undefined ? [] : tlsParameters) query.delete(name)
  const address = `${hostInAuthority(host)}${port && `:${port}`}`
  const search = query.size > 0 ? `?${query}` : ''
  return {
    connectionString: `${before}${address}${database}${search}`,
    ssl,
    server: isSocket(host) ? host : address,
    options: parameters.get('options') ?? '',
  }
}

// The driver would verify the certificate for `require` too, and compare it with "localhost" if the host is an IP address.
function tlsOf(host: string, parameters: URLSearchParams, sslmode: string | null): Address['ssl'] {
  if (sslmode === null) return undefined
  if (sslmode === 'disable') return false
  const files = { ca: 'sslrootcert', cert: 'sslcert', key: 'sslkey' }
  const { ca, ...own } = Object.fromEntries(
    Object.entries(files).flatMap(([name, parameter]) => {
      const path = parameters.get(parameter)
      return path && path !== 'system' ? [[name, readFileSync(path)]] : []
    }),
  )
  if (sslmode === 'verify-full')
    return { ca, ...own, checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate) }
  // With a certificate of the authority, `require` means `verify-ca`.
  if (ca && sslmode !== 'no-verify') return { ca, ...own, checkServerIdentity: () => undefined }
  return { ...own, rejectUnauthorized: false }
}

const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/s

// Returns undefined if the URL has another form. The hosts and ports of its query, as of libpq, replace those before it.
function parse(url: string): { servers: Server[]; parameters: URLSearchParams } | undefined {
  const [isUrl, before = '', authority = '', database = '', query = ''] = form.exec(url) ?? []
  if (isUrl === undefined) return undefined
  const parameters = new URLSearchParams(query)
  const hosts = parameters.get('host')?.split(',') ?? authority.split(',').map(hostOf)
  const ports = parameters.get('port')?.split(',') ?? authority.split(',').map(portOf)
  const servers = hosts.map((host, index) => {
    const port = (ports.length === 1 ? ports[0] : ports[index]) ?? ''
    return { before, host, port, database }
  })
  return { servers, parameters }
}

const portPattern = /:(\d*)$/

function hostOf(address: string): string {
  const host = address.replace(portPattern, '').replace(/^\[(.*)\]$/, '$1')
  return isDecodable(host) ? decodeURIComponent(host) : ''
}

function portOf(address: string): string {
  return portPattern.exec(address)?.[1] ?? ''
}

function hostInAuthority(host: string): string {
  return isSocket(host) || !host.includes(':') ? encodeURIComponent(host) : `[${host}]`
}

function isSocket(host: string): boolean {
  return host.startsWith('/')
}

function isValid(server: Server, parameters: URLSearchParams): boolean {
  const { connectionString } = addressOf(server, parameters, null)
  const { hostname, pathname } = URL.parse(connectionString) ?? {}
  return Boolean(hostname && pathname?.[1]) && isDecodable(connectionString)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function isReadable(path: string | null): boolean {
  try {
    if (path && path !== 'system') accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}
