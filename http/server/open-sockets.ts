import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Tracks the open sockets of an HTTP server and the running requests of each. */
export class OpenSockets {
  readonly #responsesBySocket = new Map<Socket, Set<ServerResponse>>()
  #isDraining = false

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      if (this.#isDraining) return void socket.destroy()
      this.#responsesBySocket.set(socket, new Set())
      socket.once('close', () => this.#responsesBySocket.delete(socket))
    })
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      const responses = this.#responsesBySocket.get(socket)
      responses?.add(response)
      response.once('close', () => {
        responses?.delete(response)
        if (this.#isDraining && responses?.size === 0) socket.destroySoon()
      })
    })
  }

  get hasRunningRequests(): boolean {
    return [...this.#responsesBySocket.values()].some((responses) => responses.size > 0)
  }

  /** Destroys idle sockets at once, even those that never sent a request, and the others after their requests end. */
  drain(): void {
    this.#isDraining = true
    for (const [socket, responses] of this.#responsesBySocket) {
      if (responses.size === 0) socket.destroy()
      for (const response of responses) response.shouldKeepAlive = false
    }
  }

  destroyAll(): void {
    for (const socket of this.#responsesBySocket.keys()) socket.destroy()
  }
}
