import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { serverFactory } from './server.ts'
import type { ToolDependencies } from './tool.ts'

/** Who sends a message, by names that are no secret, and under which id. */
type Sender = { credential: string; scopes: string[]; request_id: string }

/** What makes the servers: ours, or ours with the fixtures of a test. */
export type FactoryOf = (ground: ToolDependencies) => McpServerFactory

/** The server behind POST /mcp, for both eras of the protocol. Stateless: any process answers any message. */
export function mcpHandler(ground: ToolDependencies, factoryOf: FactoryOf = serverFactory) {
  const factory = factoryOf(ground)
  const handler = createMcpHandler(factory)
  return async (
    request: Request,
    message: unknown,
    { credential, scopes, request_id }: Sender,
  ): Promise<Response> => {
    const accept = request.headers.get('accept') || '*/*'
    if (!takesJson(accept)) return Response.json(notAcceptable, { status: 406 })
    request.headers.set('accept', 'application/json, text/event-stream')
    const options = {
      authInfo: { token: '', clientId: credential, scopes, extra: { request_id } },
      ...(message !== undefined && { parsedBody: message }),
    }
    if (!accept.includes('text/event-stream') && (await isLegacyRequest(request, message)))
      return answerInJson(factory, request, options)
    return handler.fetch(request, options)
  }
}

const notAcceptable = {
  jsonrpc: '2.0',
  error: { code: -32_000, message: 'Not Acceptable: answers are application/json.' },
  id: null,
}

// Names go before ranges, and no header is every type.
function takesJson(accept: string): boolean {
  const ranges = new Map<string | undefined, boolean>()
  for (const range of accept.toLowerCase().split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim())
    ranges.set(type, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  }
  return ranges.get('application/json') ?? ranges.get('application/*') ?? ranges.get('*/*') ?? false
}

type Options = { authInfo: AuthInfo; parsedBody?: unknown }

// The SDK answers the older era by an event stream, which is not for a caller who has not heard of one.
async function answerInJson(factory: McpServerFactory, request: Request, options: Options) {
  const server = await factory({ era: 'legacy', authInfo: options.authInfo, requestInfo: request })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, options)
  } finally {
    await server.close()
  }
}

// A name that a log may show.
const ToolName = z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/)
const Call = z.object({ method: z.literal('tools/call'), params: z.object({ name: ToolName }) })

/** The tool that a message calls, by its name where that is one. */
export function toolOf(message: unknown): string | undefined {
  return Call.safeParse(message).data?.params.name
}
