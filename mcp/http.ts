import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type JSONRPCMessage,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Caller } from '../src/access/caller.ts'
import { normalizeMessage } from './normalize-message.ts'
import { withReadableError } from './readable-error.ts'
import { serverFactory } from './server.ts'
import type { Sender, ToolDependencies } from './tool.ts'

export { publicDocuments } from './server-card.ts'

/** Creates the server factory: `serverFactory`, or in a test a factory that adds fixtures to it. */
export type CreateServerFactory = (dependencies: ToolDependencies) => McpServerFactory

/**
 * Returns the handler of POST /mcp, for protocol versions with and without a handshake. It is stateless: any process
 * answers any message.
 */
export function mcpHandler(
  dependencies: ToolDependencies,
  createServerFactory: CreateServerFactory = serverFactory,
) {
  const factory = createServerFactory(dependencies)
  const handler = createMcpHandler(factory)
  return async (request: Request, body: unknown, sender: Sender & { caller: Caller }): Promise<Response> => {
    const accept = request.headers.get('accept') || '*/*'
    if (!acceptsJson(accept)) return Response.json(notAcceptable, { status: 406 })
    request.headers.set('accept', 'application/json, text/event-stream')
    const message = Array.isArray(body) ? body.map(normalizeMessage) : normalizeMessage(body)
    const options = {
      authInfo: {
        token: '',
        clientId: sender.caller.credential,
        scopes: [...sender.caller.abilities],
        extra: { sender },
      },
      ...(message !== undefined && { parsedBody: message }),
    }
    if (!accept.includes('text/event-stream') && (await isLegacyRequest(request, message)))
      return answerInJson(factory, request, options)
    return readable(await handler.fetch(request, options))
  }
}

const notAcceptable = {
  jsonrpc: '2.0',
  error: { code: -32_000, message: 'Not Acceptable. The Accept header must allow application/json.' },
  id: null,
}

// The SDK rejects some requests before they reach the server, so the server cannot make those errors readable.
async function readable(response: Response): Promise<Response> {
  const { ok, status, headers } = response
  if (ok || !headers.get('content-type')?.startsWith('application/json')) return response
  const message = (await response.json()) as JSONRPCMessage
  return Response.json(withReadableError(message), { status, headers })
}

// A more specific media range takes precedence.
function acceptsJson(accept: string): boolean {
  const ranges = new Map<string | undefined, boolean>()
  for (const range of accept.toLowerCase().split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim())
    ranges.set(type, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  }
  return ranges.get('application/json') ?? ranges.get('application/*') ?? ranges.get('*/*') ?? false
}

type Options = { authInfo: AuthInfo; parsedBody?: unknown }

// The SDK answers legacy requests with an event stream, which a client that accepts only JSON cannot read.
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

// Only a name of this form is safe to log.
const ToolName = z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/)
const ToolCall = z.object({ method: z.literal('tools/call'), params: z.object({ name: ToolName }) })

const Client = z.object({ name: z.string().min(1), version: z.string().optional() })
// The client introduces itself in every message, or once in that of a handshake.
const Introduction = z.object({
  params: z.object({
    clientInfo: Client.optional().catch(undefined),
    _meta: z
      .object({
        'io.modelcontextprotocol/clientInfo': Client.optional().catch(undefined),
        traceparent: z.string().optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
  }),
})

/** Returns what the log says of a message, or of the first of several: the tool that it calls, its client and its trace. */
export function describeMessage(body: unknown) {
  const message = Array.isArray(body) ? body[0] : body
  const { clientInfo, _meta } = Introduction.safeParse(message).data?.params ?? {}
  const { name, version } = _meta?.['io.modelcontextprotocol/clientInfo'] ?? clientInfo ?? {}
  return {
    tool: ToolCall.safeParse(message).data?.params.name,
    client: name && version ? `${name}/${version}` : name,
    traceparent: _meta?.traceparent,
  }
}
