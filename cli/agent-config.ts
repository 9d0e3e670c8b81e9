import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import table from '../agent-configs/clients.json' with { type: 'json' }

export type Client = keyof typeof table

// `as`: Object.keys forgets the names that the imported file has.
export const clients = Object.keys(table) as readonly Client[]

/**
 * The configuration block of `client` for the HTTP transport, filled in, and where that client looks for it.
 * `url` is the server's public URL, without `/mcp`.
 */
export function agentConfig(client: Client, url: string, token: string): { file: string; text: string } {
  const { file, http, fill } = entries[client]
  const addressed = read(http).replace(serverUrl, () => quotable(url.replace(/\/+$/, '')))
  const text = Object.entries(fill).reduce(
    (filled, [reference, value]) =>
      filled.replaceAll(reference, () => value.replace('{token}', () => quotable(token))),
    addressed,
  )
  return { file, text }
}

/**
 * The block of `client` for stdio with the folder of this checkout, where it has to name one: such a client has no
 * project folder to start a server in.
 */
export function stdioConfig(client: Client): string | undefined {
  const template = read(entries[client].stdio)
  if (!template.includes(anyFolder)) return undefined
  return template.replace(anyFolder, () => quotable(join(import.meta.dirname, '..')))
}

const anyFolder = '/absolute/path/to/portfolio-ops'

function read(file: string): string {
  return readFileSync(new URL(`../agent-configs/${file}`, import.meta.url), 'utf8')
}

type Entry = {
  title: string
  file: string
  stdio: string
  http: string
  /** Texts of the HTTP template that take the token from somewhere else, and what stands there instead. */
  fill: Record<string, string>
  /** How far the files were tried: the client connected, only parsed them, or we read it in its documents. */
  level: string
  note?: string
}

const entries: Record<Client, Entry> = table

// As it stands in the templates: alone, or as the default of a variable.
const serverUrl = /\$\{PORTFOLIO_URL:-[^}]*\}|http:\/\/127\.0\.0\.1:3000/

// Every template puts values in double quotes, where JSON, TOML and YAML escape alike.
function quotable(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
