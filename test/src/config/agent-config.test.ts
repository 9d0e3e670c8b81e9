import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import table from '../../../agent-configs/clients.json' with { type: 'json' }
import {
  clients,
  clientTitle,
  configurationFor,
  httpConfig,
  stdioConfig,
} from '../../../src/config/agent-config.ts'

const folder = new URL('../../../agent-configs/', import.meta.url)
const token = `pft_${'Ab3xYz'.repeat(6)}`
const url = 'https://portfolio.example.com/ops'
const header = 'X-Portfolio-Token'
// Clients with one configuration per user, which start a server from any folder.
const withoutFolder = ['claude-desktop', 'windsurf', 'goose', 'cline', 'jetbrains']

describe.each(clients)('the configuration of %s', (client) => {
  const { stdio, http } = table[client]

  it.each([stdio, http])('parses and has no token: %s', (file) => {
    const text = read(file)
    expect(Object.keys(parse(file, text))).not.toHaveLength(0)
    expect(text).not.toMatch(/pft_[0-9A-Za-z]{36}/)
  })

  it('starts the server from the checkout over stdio', () => {
    const { command, cmd, args } = entry(parse(stdio, read(stdio)))
    const line = [command ?? cmd, args ?? []].flat()
    const prefix = withoutFolder.includes(client) ? ['--prefix', '/absolute/path/to/portfolio-ops'] : []
    expect(line).toEqual(['npm', ...prefix, 'run', '-s', 'portfolio-ops', '--', 'mcp'])
  })

  it('names this checkout over stdio if the client has no project folder, and notes it', () => {
    const filled = stdioConfig(client)
    const about = table[client]
    if (!withoutFolder.includes(client)) return expect(filled).toBeUndefined()
    expect(filled).toContain(`"--prefix", ${JSON.stringify(resolve(import.meta.dirname, '../../..'))},`)
    expect(filled).not.toContain('/absolute/')
    expect('note' in about && about.note).toContain('/absolute/path/to/portfolio-ops')
  })

  it('has no variable where the client expands none', () => {
    const { env = {} } = entry(parse(http, read(http)))
    expect(env).toEqual({})
  })

  it('names the server and the token over HTTP', () => {
    const text = read(http)
    expect(text).toMatch(/http:\/\/127\.0\.0\.1:3000\}?\/mcp"/)
    expect(text).toContain(header)
    expect(text).toMatch(/PORTFOLIO_TOKEN|input:portfolio-token/)
  })

  it('is completed with the URL and the token, with no placeholder left', () => {
    const { file, text } = httpConfig(client, `${url}/`, token)
    expect(file).toBe(table[client].file)
    expect(occurrences(text, token)).toBe(1)
    expect(occurrences(text, `${url}/mcp`)).toBe(1)
    expect(text).not.toContain('127.0.0.1')
    const filled = entry(parse(http, text))
    if (filled.command === 'npx') {
      // The bridge reads the variable itself, from its environment.
      expect(filled.env).toEqual({ PORTFOLIO_TOKEN: token })
      expect(filled.args).toContain(`${header}:\${PORTFOLIO_TOKEN}`)
    } else {
      const headers = filled.headers ?? filled.http_headers ?? filled.requestOptions.headers
      expect(headers).toEqual({ [header]: token })
      expect(text).not.toMatch(/PORTFOLIO_|\$\{|\{env:|input|env_/)
    }
  })

  it('has a title, and a configuration with the path of this checkout only where the client needs it', () => {
    expect(clientTitle(client)).toBe(table[client].title)
    const stdioText = stdioConfig(client)
    const expected = { client, ...httpConfig(client, url, token), ...(stdioText && { stdio: stdioText }) }
    expect(configurationFor(client, url, token)).toMatchObject(expected)
    const { command, link, reminder } = configurationFor(client, url, token)
    const added = Object.entries({ command, link, reminder }).filter(([, value]) => value !== undefined)
    expect(added.map(([name]) => name)).toEqual(
      ['command', 'link', 'reminder'].filter((name) => name in table[client]),
    )
  })

  it('escapes a quote, a backslash and a replacement pattern in a token', () => {
    const { text } = httpConfig(client, url, 'a"b\\c$&d')
    expect(JSON.stringify(parse(http, text))).toContain(JSON.stringify('a"b\\c$&d'))
  })
})

describe('the installation of a client', () => {
  const mcp = `${url}/mcp`
  const headers = { [header]: token }

  it.each([
    ['claude-code', ['claude', 'mcp', 'add', '--transport', 'http', 'portfolio-ops', mcp, '--header']],
    ['gemini', ['gemini', 'mcp', 'add', '--transport', 'http', '--header']],
    ['qwen', ['qwen', 'mcp', 'add', '--transport', 'http', 'portfolio-ops', mcp, '--header']],
  ] as const)('is one command with the header: %s', (client, start) => {
    const words = wordsOf(configurationFor(client, `${url}/`, token).command)
    expect(words.slice(0, start.length)).toEqual(start)
    expect(words[start.length]).toBe(`${header}: ${token}`)
    expect(words).toEqual(expect.arrayContaining(['portfolio-ops', mcp]))
  })

  it('is a command with the token in a variable for Codex, which has no option for a header', () => {
    const { command } = configurationFor('codex', url, token)
    expect(command).toBe(
      `export PORTFOLIO_TOKEN="${token}" && codex mcp add portfolio-ops --url "${mcp}" --bearer-token-env-var PORTFOLIO_TOKEN`,
    )
  })

  it('is a command with the token, and a link that prompts for it, for VS Code', () => {
    const { command, link = '' } = configurationFor('vscode', url, token)
    const [, , json = ''] = wordsOf(command)
    expect(JSON.parse(json)).toEqual({ name: 'portfolio-ops', type: 'http', url: mcp, headers })
    const [scheme, encoded = ''] = link.split('?')
    expect(scheme).toBe('vscode:mcp/install')
    expect(JSON.parse(decodeURIComponent(encoded))).toEqual({
      name: 'portfolio-ops',
      inputs: [expect.objectContaining({ type: 'promptString', id: 'portfolio-token', password: true })],
      type: 'http',
      url: mcp,
      headers: { [header]: `\${input:portfolio-token}` },
    })
  })

  it('is a link with the configuration in base64, which names a variable, for Cursor', () => {
    const link = new URL(configurationFor('cursor', url, token).link ?? '')
    expect(`${link.protocol}//${link.host}${link.pathname}`).toBe(
      'cursor://anysphere.cursor-deeplink/mcp/install',
    )
    expect(link.searchParams.get('name')).toBe('portfolio-ops')
    const config = Buffer.from(link.searchParams.get('config') ?? '', 'base64').toString()
    expect(JSON.parse(config)).toEqual({ url: mcp, headers: { [header]: `\${env:PORTFOLIO_TOKEN}` } })
  })

  it.each(clients)('has no token in its link: %s', (client) => {
    const { link = '' } = configurationFor(client, url, token)
    const config = Buffer.from(new URLSearchParams(link.split('?')[1]).get('config') ?? '', 'base64')
    expect(decodeURIComponent(link) + config).not.toContain(token.slice(4, 12))
  })

  it.each(clients)('has no placeholder left, and quotes every value for a shell: %s', (client) => {
    const { command, link } = configurationFor(client, 'https://ops.test/$(touch x)`y`', token)
    expect(`${command} ${link}`).not.toMatch(/\{\w+\}/)
    expect(command ?? '').not.toMatch(/(^|[^\\])[$`]/)
  })
})

/** Returns the words of a command as a shell splits them. */
function wordsOf(command = ''): string[] {
  return execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
}

describe('agent-configs', () => {
  it('has a template for each client, and no others', () => {
    const used = clients.flatMap((client) => [table[client].stdio, table[client].http])
    const present = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.includes('/') && !/^(skills|\.claude-plugin)\//.test(path),
    )
    expect(present.toSorted()).toEqual(used.toSorted())
  })
})

function read(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8')
}

function parse(file: string, text: string): Record<string, unknown> {
  if (file.endsWith('.toml')) return parseToml(text)
  return file.endsWith('.yaml') ? parseYaml(text) : JSON.parse(text)
}

// biome-ignore lint/suspicious/noExplicitAny: the formats of many clients; the assertions are the check
function entry(config: Record<string, any>): Record<string, any> {
  const roots = ['mcpServers', 'servers', 'context_servers', 'mcp', 'mcp_servers', 'extensions']
  const root = roots.map((name) => config[name]).find((found) => found !== undefined)
  return Array.isArray(root) ? root[0] : root['portfolio-ops']
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1
}
