import fastifyPlugin from 'fastify-plugin'
import type { Server } from '../server/server.ts'

// Forbids a page to load anything. A page that needs more, such as /docs, sends its own policy.
const contentSecurityPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Sends the security headers for browsers with every response. */
export const securityHeaders = fastifyPlugin(
  async (app: Server) => {
    const headers = {
      'content-security-policy': contentSecurityPolicy,
      'cache-control': 'private, no-cache',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      ...(app.config.PUBLIC_URL.startsWith('https:') && {
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      }),
    }
    app.addHook('onRequest', (_request, reply, done) => {
      reply.headers(headers)
      done()
    })
  },
  { name: 'security-headers' },
)
