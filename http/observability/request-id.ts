import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import fastifyPlugin from 'fastify-plugin'
import { redactSecrets } from '../../src/record/token-format.ts'
import type { Server } from '../server/server.ts'

/** Returns the X-Request-Id of a request if it is well-formed and contains no secret, or else a new UUID. */
export function generateRequestId({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id']
  const isUsable =
    typeof sent === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(sent) && redactSecrets(sent) === sent
  return isUsable ? sent : randomUUID()
}

/** Sends X-Request-Id with every response. Error bodies, history and logs contain the same id. */
export const requestId = fastifyPlugin(
  async (app: Server) => {
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('x-request-id', request.id)
      done()
    })
  },
  { name: 'request-id' },
)
