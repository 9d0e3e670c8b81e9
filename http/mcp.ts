import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../src/record/fault.ts'
import { bearerOf } from './bearer.ts'
import { jsonBodies } from './plugins/body.ts'
import { type AreaAuth, guard } from './plugins/guard.ts'
import { portfolioCallerOf } from './plugins/portfolio-caller.ts'
import type { Server } from './server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The MCP tool that is called. */
    tool?: string
  }
}

/** What the area needs of the MCP server, which http does not know. */
export type Mcp = {
  /** `message` is the body of the request, which comes without. */
  answer: (request: Request, message: unknown, sender: Sender) => Promise<Response>
  /** The tool that a message calls. */
  toolOf: (message: unknown) => string | undefined
}

type Sender = { credential: string; scopes: string[]; request_id: string }

const refusal = {
  status: 401,
  message:
    'Unauthenticated. Send a portfolio token with scope read in the header X-Portfolio-Token, or as Authorization: Bearer.',
} as const

/** POST /mcp: the tools, behind a portfolio token. */
export function mcp(
  app: Server,
  door: Pick<AreaAuth, 'limit' | 'unknownRoute'>,
  { answer, toolOf }: Mcp,
): void {
  const callerOf = portfolioCallerOf(app)
  guard(app, {
    ...door,
    identify: async (request) => {
      const token = tokenOf(request)
      return token ? callerOf(token) : null
    },
    ability: () => 'read',
    security: ['portfolioToken'],
    refusal,
  })
  const refuseForeign = foreignRefusal(app)
  app.addHook('onRequest', async (request) => refuseForeign(request))
  jsonBodies(app)
  // Another type is the protocol's to refuse.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
  app.setErrorHandler(unreadable(app))
  app.post('', async (request) => {
    const tool = toolOf(request.body)
    if (tool) request.tool = tool
    return answer(webRequest(request), request.body, {
      credential: request.caller?.credential ?? '',
      scopes: [...(request.caller?.abilities ?? [])],
      request_id: request.id,
    })
  })
}

function tokenOf(request: FastifyRequest): string | undefined {
  const own = request.headers['x-portfolio-token']
  if (typeof own === 'string' && own.trim() !== '') return own.trim()
  return bearerOf(request)
}

// A page on another site must not reach a server that only its user's machine can: neither by its own origin, nor
// by a name of its own that points here.
function foreignRefusal({ config }: Server): (request: FastifyRequest) => void {
  const ours = new Set([new URL(config.PUBLIC_URL).hostname, config.HOST, ...loopback])
  return ({ headers }) => {
    const host = hostOf(`http://${headers.host}`)
    const { origin } = headers
    if (!host || !ours.has(host)) throw new Fault('policy_denied', 'The Host header names another server.')
    if (origin === undefined || config.CORS_ORIGINS.includes(origin)) return
    const from = hostOf(origin)
    if (!from || !ours.has(from))
      throw new Fault('policy_denied', 'Requests of this Origin are not accepted.')
  }
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

function hostOf(address: string): string | undefined {
  return URL.parse(address)?.hostname
}

function webRequest(request: FastifyRequest): Request {
  const headers = Object.entries(request.headers).filter(
    (header): header is [string, string] => typeof header[1] === 'string' && header[0] !== 'content-length',
  )
  const web = new Request('http://localhost/mcp', { method: 'POST', headers })
  // The protocol knows JSON by one name; ours may be `application/*+json`.
  if (request.body !== undefined) web.headers.set('content-type', 'application/json')
  return web
}

const problems: Record<string, { status: number; code: number; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: -32_000, message: 'The message is too large.' },
  malformed_json: {
    status: 400,
    code: -32_700,
    message:
      'The message is no JSON, or deeper than 32 levels, or has a key that is called __proto__ or constructor.',
  },
}

// What is refused before the protocol sees it, in the protocol's form.
function unreadable(app: Server) {
  const outer = app.errorHandler
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const problem = problems[error.code]
    if (!problem) return outer.call(app, error, request, reply)
    const { status, ...told } = problem
    return reply.code(status).send({ jsonrpc: '2.0', error: told, id: null })
  }
}
