import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'
import type { Server } from '../server.ts'

// A request waits at most this long for Redis. Counting takes at most two commands.
const timeoutMs = 200
const checkIntervalMs = 1000
const maxReconnectDelayMs = 1000

const stores = new WeakMap<Server['config'], RedisStore>()

/** Returns the connection to REDIS_URL, which all parts of a server share, or undefined if it is not set. */
export function redisStore(app: Server): RedisStore | undefined {
  const { REDIS_URL: url } = app.config
  const existing = stores.get(app.config)
  if (existing || !url) return existing
  const store = new RedisStore(url, app.log)
  app.addHook('onClose', () => store.close())
  stores.set(app.config, store)
  return store
}

/**
 * A connection to Redis that is used only while Redis answers. After a command that failed, no request waits for Redis
 * again until a check in the background has succeeded.
 */
export class RedisStore {
  readonly client: Redis
  readonly #log: FastifyBaseLogger
  readonly #timer: NodeJS.Timeout
  #isAvailable: boolean | undefined
  #isClosed = false

  constructor(url: string, log: FastifyBaseLogger) {
    this.#log = log
    this.client = new Redis(url, {
      connectTimeout: checkIntervalMs,
      commandTimeout: timeoutMs,
      // Closes a connection on which Redis is silent, since TCP may keep it open for hours.
      socketTimeout: timeoutMs,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (attempt) => Math.min(attempt * 100, maxReconnectDelayMs),
    })
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
