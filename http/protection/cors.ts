import fastifyPlugin from 'fastify-plugin'
import type { Server } from '../server/server.ts'

const responseHeaders = {
  'access-control-expose-headers': [
    'ETag',
    'Idempotent-Replayed',
    'Location',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-Request-Id',
  ].join(', '),
}

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
    'Last-Event-ID',
    'MCP-Protocol-Version',
    'Mcp-Method',
    'Mcp-Name',
    'Mcp-Session-Id',
    'X-Bot-Key',
    'X-Bot-Token',
    'X-LLM-Key',
    'X-Portfolio-Token',
    'X-Request-Id',
  ].join(', '),
  'access-control-max-age': '600',
}

/**
 * Allows pages of the origins in CORS_ORIGINS to call the API, without cookies. A preflight is answered
 * before the authentication and the rate limit. If CORS_ORIGINS is empty, no CORS header is sent.
 */
export const cors = fastifyPlugin(
  async (app: Server) => {
    const origins = new Set(app.config.CORS_ORIGINS)
    if (origins.size === 0) return
    app.addHook('onRequest', async ({ method, headers }, reply) => {
      reply.header('vary', 'Origin')
      if (!headers.origin || !origins.has(headers.origin)) return
      reply.headers({ 'access-control-allow-origin': headers.origin, ...responseHeaders })
      if (method === 'OPTIONS' && headers['access-control-request-method'])
        return reply.code(204).headers(preflightHeaders).send()
    })
  },
  { name: 'cors', dependencies: ['request-id', 'security-headers'] },
)
