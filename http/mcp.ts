import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../src/record/fault.ts'
import { type Door, guard } from './plugins/guard.ts'
import { portfolioCallerOf } from './plugins/portfolio-caller.ts'
import type { App } from './types.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The MCP tool that is called. */
    tool?: string
  }
}

/** What the area needs of the MCP server, which http does not know. */
export type Mcp = {
  /** `message` is the body of the request where it is JSON: then the request comes without. */
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
export function mcp(app: App, door: Pick<Door, 'limit' | 'unknownRoute'>, { answer, toolOf }: Mcp): void {
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
  // The protocol answers for its own bodies, whatever they are, also where they are no JSON.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.setErrorHandler(tooLarge(app))
  app.post('', async (request) => {
    const body = typeof request.body === 'string' ? request.body : ''
    const message = parse(body)
    const tool = toolOf(message)
    if (tool) request.tool = tool
    return answer(webRequest(request, message === undefined ? body : null), message, {
      credential: request.caller?.credential ?? '',
      scopes: [...(request.caller?.abilities ?? [])],
      request_id: request.id,
    })
  })
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  const own = headers['x-portfolio-token']
  if (typeof own === 'string' && own.trim() !== '') return own.trim()
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}

// A page on another site must not reach a server that only its user's machine can: neither by its own origin, nor
// by a name of its own that points here.
function foreignRefusal({ config }: App): (request: FastifyRequest) => void {
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

// A body that is no JSON is the protocol's to refuse.
function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function webRequest(request: FastifyRequest, body: string | null): Request {
  const headers = Object.entries(request.headers).filter(
    (header): header is [string, string] => typeof header[1] === 'string' && header[0] !== 'content-length',
  )
  return new Request('http://localhost/mcp', { method: 'POST', headers, body })
}

// What Fastify refuses before the protocol sees it, in the protocol's form.
function tooLarge(app: App) {
  const outer = app.errorHandler
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return outer.call(app, error, request, reply)
    const problem = { code: -32_000, message: 'The message is too large.' }
    return reply.code(413).send({ jsonrpc: '2.0', error: problem, id: null })
  }
}
