import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import manifest from '../agent-configs/server.json' with { type: 'json' }
import { serverInfo } from './server.ts'

const cardType = 'application/mcp-server-card+json'

// Those without a handshake, which `server/discover` names, and those with one.
const protocolVersions = ['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS]

// What a client that has no credential may know.
function serverCard(publicUrl: string, hasOAuth: boolean) {
  const [remote] = manifest.remotes
  const headers = remote?.headers.map((header) => ({ ...header, isRequired: !hasOAuth }))
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: manifest.name,
    version: serverInfo.version,
    description: manifest.description,
    title: serverInfo.title,
    remotes: [
      {
        type: 'streamable-http',
        url: `${publicUrl}/mcp`,
        headers,
        supportedProtocolVersions: protocolVersions,
      },
    ],
  }
}

function aiCatalog(publicUrl: string) {
  return {
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${new URL(publicUrl).hostname}:mcp:${serverInfo.name}`,
        type: cardType,
        url: `${publicUrl}/mcp/server-card`,
      },
    ],
  }
}

/** Returns the documents by which clients find the MCP server. With OAuth they can connect without a token. */
export function publicDocuments(publicUrl: () => string, hasOAuth: boolean) {
  return [
    { path: '/mcp/server-card', type: cardType, content: () => serverCard(publicUrl(), hasOAuth) },
    {
      path: '/.well-known/ai-catalog.json',
      type: 'application/ai-catalog+json',
      content: () => aiCatalog(publicUrl()),
    },
  ]
}
