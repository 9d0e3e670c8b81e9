import type { Socket } from 'node:net'
import type { Server } from '../server.ts'

// A client has this long, in milliseconds, to read the response before its socket is destroyed.
const readTimeoutMs = 5000

/**
 * The times, in milliseconds, after which a silent client is disconnected: while it sends the headers, while it sends
 * the body, while it reads the response, and between two requests. Each ends within two minutes, including the
 * interval of the checks and the time to read the response.
 */
export const socketLimits = {
  http: { headersTimeout: 60_000, connectionsCheckingInterval: 5000 },
  requestTimeout: 100_000,
  connectionTimeout: 110_000,
  keepAliveTimeout: 72_000,
}

/** Destroys the socket of a client that is still sending its request five seconds after the response. */
export function unfinishedRequests(app: Server): void {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw.complete === false) destroySoon(raw.socket, () => !raw.complete)
    done()
  })
}

/**
 * Destroys a socket after five seconds, if `condition` still holds then. Ending a socket is not enough: it stays
 * open until the client closes its side, which a client may never do.
 */
export function destroySoon(socket: Socket, condition = () => true): void {
  const timer = setTimeout(() => condition() && socket.destroy(), readTimeoutMs).unref()
  socket.once('close', () => clearTimeout(timer))
}
