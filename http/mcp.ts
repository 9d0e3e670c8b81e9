import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, CallerFinder } from '../src/access/caller.ts'
import { LastUseTracker } from '../src/access/last-use-tracker.ts'
import { oauthCallerFinder } from '../src/access/oauth/caller.ts'
import type { FaultCode } from '../src/record/fault.ts'
import { sendUnauthenticated } from './answers/errors.ts'
import type { RouteAuth } from './identity/area-auth.ts'
import { bearerToken, guard, portfolioCallerFinder, portfolioTokenAdvice } from './identity/guard.ts'
import { hostAndOriginCheck } from './protection/host-and-origin.ts'
import type { Server } from './server/server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The name of the MCP tool that the request calls. */
    mcpTool?: string
    /** The name and version of the MCP client, if the message says them. */
    mcpClient?: string
    /** Whether the body had arrived when the token had been looked up. */
    hasBodyArrived: boolean
  }
}

/** The MCP server as the area calls it. `http` does not import `mcp`; `app.ts` connects the two. */
export type McpHandler = {
  /** Answers an MCP request. `message` is the parsed body; `request` has none. */
  handle: (request: Request, message: unknown, sender: Sender) => Promise<Response>
  /** Returns what the log says of a message. */
  describeMessage: (message: unknown) => {
    tool?: string | undefined
    client?: string | undefined
    traceparent?: string | undefined
  }
}

type Sender = { caller: Caller; requestId: string; traceId: string | undefined }

const unauthenticated = {
  status: 401,
  message:
    'Unauthenticated. Send a portfolio token with scope read in the header X-Portfolio-Token, or as Authorization: Bearer.',
  source: {
    headers: ['X-Portfolio-Token', 'Authorization'],
    advice: portfolioTokenAdvice('X-Portfolio-Token or Authorization: Bearer'),
    prefix: 'pft',
  },
} as const satisfies RouteAuth['unauthenticated']

// A batch counts as one request against the rate limit.
const maxBatch = 10
const tooManyMessages = { code: -32_600, message: `A batch may contain at most ${maxBatch} messages.` }

// The SDK copies the values of a message several times, which takes 8 µs for each, without a pause.
const maxValues = 2000
const tooManyValues = { code: -32_600, message: `A request may contain at most ${maxValues} values.` }

/** Registers POST /mcp, which requires a portfolio token. */
export async function mcpArea(app: Server, { handle, describeMessage }: McpHandler): Promise<void> {
  const callers = mcpCallerFinder(app)
  await app.register(guard, {
    credentialOf: tokenOf,
    callers,
    ability: () => 'read',
    security: ['portfolioToken'],
    unauthenticated,
  })
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 401 && app.oauth) reply.header('www-authenticate', app.oauth.challenge())
  })
  app.addHook('onRequest', hostAndOriginCheck(app))
  // The MCP server itself rejects any type but JSON.
  app.removeContentTypeParser('*')
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
  app.setErrorHandler(jsonRpcErrors(app))
  // The token is looked up again if the body arrives later, since it may have been revoked meanwhile.
  app.decorateRequest('hasBodyArrived', false)
  app.addHook('onRequest', (request, _reply, done) => {
    request.hasBodyArrived = request.raw.complete
    done()
  })
  app.addHook('preValidation', async (request) => {
    const { tool, client, traceparent } = describeMessage(request.body)
    if (tool) request.mcpTool = tool
    if (client) request.mcpClient = client
    request.continueTrace(traceparent)
  })
  app.addHook('preHandler', async (request, reply) => {
    const token = tokenOf(request) ?? ''
    if (request.hasBodyArrived || !callers.needsQuery(token)) return
    if (!(await app.callerLookup.find(token, callers.find)))
      return sendUnauthenticated(request, reply, unauthenticated)
  })
  app.post('', async (request, reply) => {
    const isTooLong = Array.isArray(request.body) && request.body.length > maxBatch
    if (isTooLong || hasMoreValues(request.body, maxValues)) {
      request.rejection = { code: 'bad_request' }
      const error = isTooLong ? tooManyMessages : tooManyValues
      return reply.code(400).send({ jsonrpc: '2.0', error, id: null })
    }
    const answer = await handle(webRequest(request), request.body, {
      // `guard` has rejected a request without a caller.
      caller: request.caller as Caller,
      requestId: request.id,
      traceId: request.traceId,
    })
    // The SDK asks to keep the connection, also of a client that wants it closed.
    answer.headers.delete('connection')
    if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer
    // JSON is complete, and takes one write. As a stream it would take several.
    reply.code(answer.status).headers(Object.fromEntries(answer.headers))
    return reply.send(Buffer.from(await answer.arrayBuffer()))
  })
}

// Finds the caller with a portfolio token, or with an access token of OAuth, which no other area accepts.
function mcpCallerFinder(app: Server): CallerFinder {
  const portfolio = portfolioCallerFinder(app)
  if (!app.oauth) return portfolio
  const lastUse = new LastUseTracker(app.orm, { table: 'oauth_records' })
  app.addHook('onClose', () => lastUse.close())
  const oauth = oauthCallerFinder(app.read, lastUse, () => `${app.config.PUBLIC_URL}/mcp`)
  return {
    needsQuery: (secret) => portfolio.needsQuery(secret) || oauth.needsQuery(secret),
    find: async (secret) => (await portfolio.find(secret)) ?? oauth.find(secret),
  }
}

// Returns whether there are more than `max` values in all: the value itself and every nested item and member.
function hasMoreValues(json: unknown, max: number): boolean {
  const values = [json]
  for (const value of values) {
    const children = typeof value === 'object' && value !== null ? Object.values(value) : []
    if (values.length + children.length > max) return true
    values.push(...children)
  }
  return false
}

function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-portfolio-token']
  if (typeof header === 'string' && header.trim() !== '') return header.trim()
  return bearerToken(request)
}

function webRequest(request: FastifyRequest): Request {
  const headers = Object.entries(request.headers).filter(
    (header): header is [string, string] => typeof header[1] === 'string' && header[0] !== 'content-length',
  )
  const web = new Request('http://localhost/mcp', { method: 'POST', headers })
  // MCP accepts only `application/json`; the body parser also accepts `application/*+json`.
  if (request.body !== undefined) web.headers.set('content-type', 'application/json')
  return web
}

type JsonRpcError = { rejection: FaultCode; status: number; code: number; message: string }

const jsonRpcErrorOf: Record<string, JsonRpcError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    rejection: 'payload_too_large',
    status: 413,
    code: -32_000,
    message: 'The message is too large.',
  },
  malformed_json: {
    rejection: 'malformed_json',
    status: 400,
    code: -32_700,
    message:
      'The message is not valid JSON, is nested deeper than 32 levels, or has a key named __proto__ or constructor.',
  },
}

// Sends errors of the body parser as JSON-RPC errors. Other errors go to the error handler of the server.
function jsonRpcErrors(app: Server) {
  const serverErrorHandler = app.errorHandler
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const known = jsonRpcErrorOf[error.code]
    if (!known) return serverErrorHandler.call(app, error, request, reply)
    const { rejection, status, ...jsonRpcError } = known
    request.rejection = { code: rejection }
    return reply.code(status).send({ jsonrpc: '2.0', error: jsonRpcError, id: null })
  }
}
