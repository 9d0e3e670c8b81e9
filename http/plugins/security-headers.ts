import type { Server } from '../server.ts'

/** What a page of ours may load: nothing. A page that needs more says so itself. */
const nothing = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Says on every answer what a browser must not do with it. */
export function securityHeaders(app: Server): void {
  const headers = {
    'content-security-policy': nothing,
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
}
