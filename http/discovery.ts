import fastifyPlugin from 'fastify-plugin'
import { dayMs } from '../src/record/rules/day.ts'
import type { Server } from './server/server.ts'

/** A document that everyone may read, also a page of another site. */
type PublicDocument = { path: string; type: string; content: () => object }

const publicHeaders = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=3600',
  'cross-origin-resource-policy': 'cross-origin',
}
const securityExpiryDays = 180

/** Serves what clients and researchers find without a credential: documents about MCP, and the contact for security. */
export const discovery = fastifyPlugin(
  async (app: Server, { documents }: { documents: PublicDocument[] }) => {
    const onRequest = [app.limitRate]
    for (const { path, type, content } of documents)
      app.get(path, { onRequest }, (_request, reply) =>
        reply.headers(publicHeaders).type(type).send(JSON.stringify(content())),
      )
    const { SECURITY_CONTACT } = app.config
    if (SECURITY_CONTACT === undefined) return
    app.get('/.well-known/security.txt', { onRequest }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(securityText(SECURITY_CONTACT)),
    )
  },
  { name: 'discovery', dependencies: ['etags', 'rate-limit'] },
)

/** Returns the contact as RFC 9116 has it. It expires at the end of a day, so that it is the same for a day. */
function securityText(contact: string): string {
  const day = Math.ceil(Date.now() / dayMs) + securityExpiryDays
  return `Contact: ${contact}\nExpires: ${new Date(day * dayMs).toISOString()}\n`
}
