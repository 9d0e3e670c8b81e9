import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { serverFactory } from './server.ts'
import type { Ground } from './tool.ts'

/** Who sends a message, by names that are no secret, and under which id. */
type Sender = { credential: string; scopes: string[]; request_id: string }

/** What makes the servers: ours, or ours with the fixtures of a test. */
export type FactoryOf = (ground: Ground) => McpServerFactory

/** The server behind POST /mcp, for both eras of the protocol. Stateless: any process answers any message. */
export function mcpHandler(ground: Ground, factoryOf: FactoryOf = serverFactory) {
  const handler = createMcpHandler(factoryOf(ground))
  return (
    request: Request,
    message: unknown,
    { credential, scopes, request_id }: Sender,
  ): Promise<Response> =>
    handler.fetch(request, {
      authInfo: { token: '', clientId: credential, scopes, extra: { request_id } },
      ...(message !== undefined && { parsedBody: message }),
    })
}

// A name that a log may show.
const ToolName = z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/)
const Call = z.object({ method: z.literal('tools/call'), params: z.object({ name: ToolName }) })

/** The tool that a message calls, by its name where that is one. */
export function toolOf(message: unknown): string | undefined {
  return Call.safeParse(message).data?.params.name
}
