import type { FastifyBaseLogger } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Redis } from 'ioredis'
import type { Server } from '../server/server.ts'

// Time limit of one command. One count takes at most two, because Redis may not have the script yet.
const timeoutMs = 200
const checkIntervalMs = 1000
const maxReconnectDelayMs = 1000

declare module 'fastify' {
  interface FastifyInstance {
    /** The connection to Redis. Undefined if REDIS_URL is not set. */
    redis?: RedisStore
  }
}

/** Loads the Redis client and connects to REDIS_URL, if it is set. All parts of the server share the connection. */
export const redis = fastifyPlugin(
  async (app: Server) => {
    const { REDIS_URL: url } = app.config
    if (!url) return
    const { Redis } = await import('ioredis')
    const client = new Redis(url, {
      connectTimeout: checkIntervalMs,
      commandTimeout: timeoutMs,
      // Closes a connection on which Redis is silent, since TCP may keep it open for hours.
      socketTimeout: timeoutMs,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (attempt) => Math.min(attempt * 100, maxReconnectDelayMs),
    })
    const store = new RedisStore(client, app.log)
    app.addHook('onClose', () => store.close())
    app.decorate('redis', store)
  },
  { name: 'redis' },
)

/**
 * A connection to Redis that is used only while Redis answers. After a command that failed, no request waits for Redis
 * again until a check in the background has succeeded.
 */
class RedisStore {
  readonly client: Redis
  readonly #log: FastifyBaseLogger
  readonly #timer: NodeJS.Timeout
  #isAvailable: boolean | undefined
  #isClosed = false

  constructor(client: Redis, log: FastifyBaseLogger) {
    this.client = client
    this.#log = log
    this.client.on('error', (error) => this.setUnavailable(error))
    this.client.on('close', () => this.setUnavailable(new Error('The connection was closed.')))
    this.client.on('ready', () => void this.check())
    this.#timer = setInterval(() => this.isAvailable || void this.check(), checkIntervalMs).unref()
  }

  get isAvailable(): boolean {
    return this.#isAvailable === true
  }

  /** Returns whether Redis answers and accepts writes. */
  async check(): Promise<boolean> {
    if (this.client.status !== 'ready') return false
    try {
      await this.client.set('portfolio-ops:check', '1', 'EX', 60)
      if (this.#isAvailable === false) this.#log.info('Redis is available again')
      this.#isAvailable = true
    } catch (error) {
      this.setUnavailable(error)
    }
    return this.isAvailable
  }

  setUnavailable(error: unknown): void {
    if (this.#isAvailable !== false && !this.#isClosed)
      this.#log.warn({ reason: String(error) }, 'Redis is unavailable; rate limits are counted in memory')
    this.#isAvailable = false
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.client.disconnect()
  }
}
