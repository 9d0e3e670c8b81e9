import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import table from '../agent-configs/clients.json' with { type: 'json' }

/** The name of an MCP client in `agent-configs/clients.json`. */
export type Client = keyof typeof table

/** The clients that have configuration templates. `as`: Object.keys returns string[]. */
export const clients = Object.keys(table) as readonly Client[]

/** Returns the name of a client for people: `Claude Code`. */
export function clientTitle(client: Client): string {
  return entries[client].title
}

/**
 * The configuration of a client for HTTP and the file that it belongs in. `stdio` is set only if the
 * configuration for stdio must contain the path of this installation.
 */
export type ClientConfiguration = { client: Client; file: string; text: string; stdio?: string }

/** Returns the configuration of a client with the public URL of the server and the token filled in. */
export function configurationFor(client: Client, url: string, token: string): ClientConfiguration {
  const stdio = stdioConfig(client)
  return { client, ...httpConfig(client, url, token), ...(stdio && { stdio }) }
}

/**
 * Returns the configuration of a client for the HTTP transport, and the file that the client reads it from.
 * `url` is the public URL of the server, without `/mcp`.
 */
export function httpConfig(client: Client, url: string, token: string): { file: string; text: string } {
  const { file, http, fill } = entries[client]
  const template = read(http).replace(serverUrl, () => escapeQuoted(url.replace(/\/+$/, '')))
  const text = Object.entries(fill).reduce(
    (filled, [placeholder, value]) =>
      filled.replaceAll(placeholder, () => value.replace('{token}', () => escapeQuoted(token))),
    template,
  )
  return { file, text }
}

/**
 * Returns the configuration of a client for the stdio transport with the path of this checkout. Returns
 * undefined if the configuration contains no path because the client starts the server in a project folder.
 */
export function stdioConfig(client: Client): string | undefined {
  const template = read(entries[client].stdio)
  if (!template.includes(checkoutPlaceholder)) return undefined
  return template.replace(checkoutPlaceholder, () => escapeQuoted(join(import.meta.dirname, '..')))
}

const checkoutPlaceholder = '/absolute/path/to/portfolio-ops'

function read(file: string): string {
  return readFileSync(new URL(`../agent-configs/${file}`, import.meta.url), 'utf8')
}

type Entry = {
  title: string
  file: string
  stdio: string
  http: string
  /** Replacements in the HTTP template: text that refers to a variable or prompt, by text with `{token}`. */
  fill: Record<string, string>
  /** How the files were verified, such as `connected` or `documented`. */
  level: string
  note?: string
}

const entries: Record<Client, Entry> = table

// Matches the server URL in the templates, either on its own or as the default of a variable.
const serverUrl = /\$\{PORTFOLIO_URL:-[^}]*\}|http:\/\/127\.0\.0\.1:3000/

// Escapes a value for double quotes, which all templates use. JSON, TOML and YAML share the escape sequences.
function escapeQuoted(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
