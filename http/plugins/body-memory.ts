import { Fault } from '../../src/record/fault.ts'
import type { Server } from '../server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Waits until there is memory for one more body of this many bytes. Throws `unavailable` after 30 s. */
    reserveBodyMemory: (request: FastifyRequest, bytes: number) => Promise<void>
    /** Ends the reservation of a request before its response, for a route that waits after it has read the body. */
    releaseBodyMemory: (request: FastifyRequest) => void
  }
  interface FastifyRequest {
    reservedBodyBytes: number
  }
}

// Smaller bodies never wait.
const smallBodyBytes = 32 * 1024
const maxReservedBytes = 8 * 1024 * 1024
const maxWaitingBytes = 64 * 1024 * 1024
const maxWaitMs = 30_000

/**
 * Limits the memory of large bodies, since parsed JSON can take forty times its length: the large bodies of all
 * requests in progress have at most 8 MiB together. Further requests wait up to 30 s. If more than 64 MiB would wait,
 * they are rejected.
 */
export function bodyMemory(app: Server): void {
  const memory = new Memory()
  app.decorateRequest('reservedBodyBytes', 0)
  app.decorate('reserveBodyMemory', async (request, bytes) => {
    if (bytes <= smallBodyBytes) return
    await memory.reserve(bytes)
    request.reservedBodyBytes = bytes
  })
  app.decorate('releaseBodyMemory', (request) => {
    memory.release(request.reservedBodyBytes)
    request.reservedBodyBytes = 0
    request.receivedBody = undefined
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    app.releaseBodyMemory(request)
    done(null, payload)
  })
}

class Memory {
  readonly #waiting = new Map<() => void, number>()
  #reservedBytes = 0
  #waitingBytes = 0

  async reserve(bytes: number): Promise<void> {
    if (this.#waiting.size > 0 || !this.#hasRoomFor(bytes)) return this.#wait(bytes)
    this.#reservedBytes += bytes
  }

  release(bytes: number): void {
    this.#reservedBytes -= bytes
    for (const [resume, waitingBytes] of this.#waiting) {
      if (!this.#hasRoomFor(waitingBytes)) return
      this.#reservedBytes += waitingBytes
      this.#leaveQueue(resume)
      resume()
    }
  }

  #hasRoomFor(bytes: number): boolean {
    return this.#reservedBytes + bytes <= maxReservedBytes
  }

  async #wait(bytes: number): Promise<void> {
    if (this.#waitingBytes + bytes > maxWaitingBytes) throw new Fault('unavailable')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timeout = setTimeout(() => {
      this.#leaveQueue(resolve)
      reject(new Fault('unavailable'))
    }, maxWaitMs)
    this.#waiting.set(resolve, bytes)
    this.#waitingBytes += bytes
    await promise
    clearTimeout(timeout)
  }

  #leaveQueue(resume: () => void): void {
    this.#waitingBytes -= this.#waiting.get(resume) ?? 0
    this.#waiting.delete(resume)
  }
}
