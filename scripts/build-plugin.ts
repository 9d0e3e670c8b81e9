import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }

// Writes the manifests that make agent-configs a plugin of agent hosts: the skills, and the MCP server that they read.
// Hosts read a plugin and its catalog from the repository, so the files are committed.

const { name, version, license } = manifest
const description =
  'The portfolio of a mobile-app company over MCP, with skills that review it, record signals and economics, and prepare decisions'
const command = { command: 'npx', args: ['-y', name, 'mcp'] }
const about = { name, version, description, author: { name }, license }
const schemas = 'https://agent-plugins.org/schemas/1.0.0'

const catalog = {
  name,
  owner: { name },
  metadata: { description },
  plugins: [{ name, source: './agent-configs', description }],
}

/** The content of each manifest, by its path in the repository. */
export const manifests: Record<string, object> = {
  // Agent Plugins 1.0.0: Codex, Copilot, Cursor, Kiro, VS Code.
  'agent-configs/plugin.json': { $schema: `${schemas}/plugin.schema.json`, ...about },
  'agent-configs/mcp.json': {
    $schema: `${schemas}/mcp.schema.json`,
    mcpServers: { [name]: { type: 'stdio', ...command } },
  },
  'agent-configs/.claude-plugin/plugin.json': { ...about, mcpServers: { [name]: command } },
  'agent-configs/gemini-extension.json': { name, version, description, mcpServers: { [name]: command } },
  '.claude-plugin/marketplace.json': catalog,
  '.cursor-plugin/marketplace.json': catalog,
  '.github/plugin/marketplace.json': catalog,
  // Codex.
  '.agents/plugins/marketplace.json': {
    name,
    plugins: [
      {
        name,
        source: { source: 'local', path: './agent-configs' },
        policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
        category: 'Productivity',
      },
    ],
  },
}

/** Returns a manifest as it is stored. */
export function textOf(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`
}

if (import.meta.main)
  for (const [path, content] of Object.entries(manifests)) {
    const file = join(import.meta.dirname, '..', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, textOf(content))
  }
