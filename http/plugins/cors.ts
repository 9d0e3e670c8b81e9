import type { Server } from '../server.ts'

const shared = {
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

const preflight = {
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
    'X-LLM-Key',
    'X-Portfolio-Token',
    'X-Request-Id',
  ].join(', '),
  'access-control-max-age': '600',
}

/**
 * Lets pages of the listed origins call us, never with cookies. A preflight is answered before any credential is
 * asked for and before anything is counted; with no origin listed nothing is said at all.
 */
export function cors(app: Server): void {
  const listed = new Set(app.config.CORS_ORIGINS)
  if (listed.size === 0) return
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    reply.header('vary', 'Origin')
    if (!headers.origin || !listed.has(headers.origin)) return
    reply.headers({ 'access-control-allow-origin': headers.origin, ...shared })
    if (method === 'OPTIONS' && headers['access-control-request-method'])
      return reply.code(204).headers(preflight).send()
  })
}
