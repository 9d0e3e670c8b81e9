import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { hideSecrets } from '../../src/access/secret.ts'
import type { Server } from '../server.ts'

/** The id of a request: the caller's own where it is a harmless word and no secret, else a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id']
  const harmless =
    typeof sent === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(sent) && hideSecrets(sent) === sent
  return harmless ? sent : randomUUID()
}

/** Says the id on every answer; the same one stands in errors, history and logs. */
export function requestIds(app: Server): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}
