import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server'
import { serverFactory } from './server.ts'
import type { Ground } from './tool.ts'

/** Who sends a message, by names that are no secret, and under which id. */
type Sender = { credential: string; scopes: string[]; request_id: string }

/** What makes the servers: ours, or ours with the fixtures of a test. */
export type FactoryOf = (ground: Ground) => McpServerFactory

/** The server behind POST /mcp, for both eras of the protocol. Stateless: any process answers any message. */
export function mcpHandler(ground: Ground, factoryOf: FactoryOf = serverFactory) {
  const handler = createMcpHandler(factoryOf(ground))
  return (request: Request, { credential, scopes, request_id }: Sender): Promise<Response> =>
    handler.fetch(request, { authInfo: { token: '', clientId: credential, scopes, extra: { request_id } } })
}

/** The tool that a message calls, by a name that a log may show. */
export function toolOf(body: string): string | undefined {
  const name = /"method"\s*:\s*"tools\/call"/.test(body) ? nameIn(body) : undefined
  return typeof name === 'string' && /^[A-Za-z0-9_.-]{1,128}$/.test(name) ? name : undefined
}

function nameIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { params?: { name?: unknown } }).params?.name
  } catch {
    return undefined
  }
}
