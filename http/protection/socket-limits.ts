import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastifyPlugin from 'fastify-plugin'
import type { Server } from '../server/server.ts'

// The time that a client has to read the response before its socket is destroyed.
const readTimeoutMs = 5000

/**
 * The times, in milliseconds, after which a silent client is disconnected: while it sends the headers, while it sends
 * the body, while it reads the response, and between two requests. Each ends within two minutes, including the
 * interval of the checks and the time to read the response. The `connectionTimeout` counts twice, since Node.js
 * restarts it once if data was still waiting to be sent.
 */
export const socketLimits = {
  http: { headersTimeout: 45_000, connectionsCheckingInterval: 5000 },
  requestTimeout: 100_000,
  connectionTimeout: 55_000,
  keepAliveTimeout: 72_000,
}

/**
 * Destroys a socket on which nothing was sent or received for the `connectionTimeout`, unless its request is running,
 * and the socket of a client that is still sending its request five seconds after the response.
 */
export const stalledSockets = fastifyPlugin(
  async (app: Server) => {
    app.server.on('request', ({ socket }, response) => responses.set(socket, response))
    app.server.on('timeout', (socket) => {
      const response = responseOn(socket)
      if (!response || response.writableEnded) socket.destroy()
    })
    app.addHook('onResponse', ({ raw }, _reply, done) => {
      if (raw.complete === false) destroySoon(raw.socket, () => !raw.complete)
      done()
    })
  },
  { name: 'stalled-sockets' },
)

/**
 * Destroys a socket after five seconds, if `condition` still holds then. Ending a socket is not enough: it stays
 * open until the client closes its side, which a client may never do.
 */
export function destroySoon(socket: Socket, condition = () => true): void {
  const timer = setTimeout(() => condition() && socket.destroy(), readTimeoutMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Returns the response that a socket is waiting for or sending. */
export function responseOn(socket: Socket): ServerResponse | undefined {
  const response = responses.get(socket)
  return response?.writableFinished ? undefined : response
}

// The response to the latest request of each socket.
const responses = new WeakMap<Socket, ServerResponse>()
