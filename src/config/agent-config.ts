import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import table from '../../agent-configs/clients.json' with { type: 'json' }
import connectorTable from '../../agent-configs/connectors.json' with { type: 'json' }

/** The name of an MCP client in `agent-configs/clients.json`. */
export type Client = keyof typeof table

/** The clients that have configuration templates. `as`: Object.keys returns string[]. */
export const clients = Object.keys(table) as readonly Client[]

/** Returns the name of a client for people: `Claude Code`. */
export function clientTitle(client: Client): string {
  return entries[client].title
}

/** The configuration of a client, with the URL and the token filled in. */
export type ClientConfiguration = {
  client: Client
  /** The file that the configuration for HTTP belongs in. */
  file: string
  text: string
  /** The configuration for stdio, if it must contain the path of this installation. */
  stdio?: string
  /** A command that adds the server. It contains the token. */
  command?: string
  /** A link that adds the server. It contains no token, because a browser stores the links that it opens. */
  link?: string
  /** What else the user must do, if anything. */
  reminder?: string
}

/**
 * Returns the two shell commands that set the variables of the write guide. The configuration of a client sets none of
 * them in the shell of its agent, which sends the writes.
 */
export function shellExports(url: string, token: string): string {
  return `export PORTFOLIO_URL=${url}\nexport PORTFOLIO_TOKEN=${token}`
}

/**
 * Returns the configuration of a client with the token filled in. `url` is the public URL of the server, without
 * `/mcp`. The values of the command are quoted for a shell.
 */
export function configurationFor(client: Client, url: string, token: string): ClientConfiguration {
  const { command, link, reminder } = entries[client]
  const { file, text } = httpConfig(client, url, token)
  const stdio = stdioConfig(client)
  return {
    client,
    file,
    text,
    ...(stdio && { stdio }),
    ...(command && { command: commandWith(command, url, token, text) }),
    ...(link && { link: linkWith(link, withUrl(client, url)) }),
    ...(reminder && { reminder }),
  }
}

function commandWith(command: string, url: string, token: string, text: string): string {
  return command
    .replace('{url}', () => quoted(`${url.replace(/(?<!\/)\/+$/, '')}/mcp`))
    .replace('{token}', () => quoted(token))
    .replace('{header}', () => quoted(`X-Portfolio-Token: ${token}`))
    .replace('{json}', () => quoted(JSON.stringify({ name: serverName, ...serverIn(text) })))
}

function linkWith(link: string, text: string): string {
  const { inputs } = JSON.parse(text)
  const server = serverIn(text)
  const named = JSON.stringify({ name: serverName, inputs, ...server })
  return link
    .replace('{encoded}', () => encodeURIComponent(named))
    .replace('{base64}', () => encodeURIComponent(Buffer.from(JSON.stringify(server)).toString('base64')))
}

// A configuration has one object with the servers by name, among others.
function serverIn(text: string): object {
  const roots = Object.values(JSON.parse(text)) as Record<string, object>[]
  return roots.find((root) => serverName in root)?.[serverName] ?? {}
}

// Double quotes work in POSIX shells, and in Windows shells as long as the value contains no character to escape.
function quoted(value: string): string {
  return `"${value.replace(/["\\$`]/g, '\\$&')}"`
}

/**
 * Returns the configuration of a client for the HTTP transport, and the file that the client reads it from.
 * `url` is the public URL of the server, without `/mcp`.
 */
export function httpConfig(client: Client, url: string, token: string): { file: string; text: string } {
  const { file, fill } = entries[client]
  const text = Object.entries(fill).reduce(
    (filled, [placeholder, value]) =>
      filled.replaceAll(placeholder, () => value.replace('{token}', () => escapeQuoted(token))),
    withUrl(client, url),
  )
  return { file, text }
}

// The HTTP template of a client, which names a variable or a prompt for the token.
function withUrl(client: Client, url: string): string {
  return read(entries[client].http).replace(serverUrl, () => escapeQuoted(url.replace(/(?<!\/)\/+$/, '')))
}

/**
 * Returns the configuration of a client for the stdio transport with the path of this checkout. Returns
 * undefined if the configuration contains no path because the client starts the server in a project folder.
 */
export function stdioConfig(client: Client): string | undefined {
  const template = read(entries[client].stdio)
  if (!template.includes(checkoutPlaceholder)) return undefined
  return template.replace(checkoutPlaceholder, () => escapeQuoted(join(import.meta.dirname, '../..')))
}

const serverName = 'portfolio-ops'
const checkoutPlaceholder = '/absolute/path/to/portfolio-ops'

function read(file: string): string {
  return readFileSync(new URL(`../../agent-configs/${file}`, import.meta.url), 'utf8')
}

type Entry = {
  title: string
  file: string
  stdio: string
  http: string
  /** Replacements in the HTTP template: text that refers to a variable or prompt, by text with `{token}`. */
  fill: Record<string, string>
  /** A command that adds the server, with `{url}`, `{token}`, `{header}` or `{json}`. */
  command?: string
  /** A link that adds the server when a person opens it, with the configuration as `{encoded}` JSON or `{base64}`. */
  link?: string
  /** How the files were verified, such as `connected` or `documented`. */
  level: string
  /** What users of the files in `agent-configs` have to fill in or know. */
  note?: string
  /** Shown with the filled-in configuration: what else the user must do. */
  reminder?: string
}

const entries: Record<Client, Entry> = table

// Matches the server URL in the templates, either on its own or as the default of a variable.
const serverUrl = /\$\{PORTFOLIO_URL:-[^${}]*\}|http:\/\/127\.0\.0\.1:3000/

// Escapes a value for double quotes, which all templates use. JSON, TOML and YAML share the escape sequences.
function escapeQuoted(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** The name of an agent in `agent-configs/connectors.json`. */
export type Connector = keyof typeof connectorTable

/** The agents that need only the address of the server, because they connect by OAuth: their name, and where to enter it. */
export const connectors = Object.entries(connectorTable).map(([name, { title, open }]) => ({
  name: name as Connector,
  title,
  open,
}))
