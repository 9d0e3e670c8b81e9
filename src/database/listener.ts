import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createClient } from './dedicated-connection.ts'
import type { MikroORM } from './transaction.ts'

const checkIntervalMs = 300
const maxSilenceMs = 1000
const deliveryTimeoutMs = 2000
const retryMs = 5000

type Options = {
  orm: MikroORM
  channel: string
  /** The database function that sends the notifications. Until a migration has created it, nothing is received. */
  sender?: string
  onNotification: () => void
}

/**
 * Listens for the notifications of a channel on a dedicated connection, and reconnects if it breaks. After connecting
 * it sends a notification through the pool and waits for it, to find out whether notifications arrive: behind a
 * transaction pooler they do not.
 */
export class Listener {
  readonly #options: Options
  readonly #closing = new AbortController()
  #client: pg.Client | undefined
  #currentUntil = 0

  constructor(options: Options) {
    this.#options = options
    void this.#run()
  }

  /** Returns whether every notification has been received, except perhaps notifications of the last second. */
  isCurrent(): boolean {
    return Date.now() - this.#currentUntil < maxSilenceMs
  }

  /** Stops listening. Does not wait for the server, which may hang. */
  close(): void {
    this.#closing.abort()
    this.#disconnect()
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#client = createClient(this.#options.orm, maxSilenceMs)
      this.#client.on('error', () => undefined)
      await this.#listen(this.#client).catch(() => undefined)
      this.#currentUntil = 0
      this.#disconnect()
      await this.#pause(retryMs)
    }
  }

  #disconnect(): void {
    this.#client?.end().catch(() => undefined)
    ;(this.#client?.connection.stream as Socket | undefined)?.unref()
  }

  async #listen(client: pg.Client): Promise<void> {
    const { orm, channel, sender, onNotification } = this.#options
    await client.connect()
    if (sender) await run(client, `select '${sender}'::regproc`)
    await run(client, `listen "${channel}"`)
    await this.#checkDelivery(client, orm, channel)
    client.on('notification', onNotification)
    onNotification()
    while (!this.#closing.signal.aborted) {
      const startedAt = Date.now()
      // PostgreSQL delivers the notifications of earlier commits before it answers.
      await run(client, 'select 1')
      this.#currentUntil = startedAt
      await this.#pause(checkIntervalMs)
    }
  }

  async #checkDelivery(client: pg.Client, orm: MikroORM, channel: string): Promise<void> {
    const id = randomUUID()
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(deliveryTimeoutMs)])
    const pool = await orm.em.getConnection().getNativeClient()
    const received = new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      client.on('notification', ({ payload }) => {
        if (payload === id) resolve()
      })
    })
    await Promise.all([received, pool.query('select pg_notify($1, $2)', [channel, id])])
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined)
  }
}

// A statement with a callback is not traced.
function run(client: pg.Client, text: string): Promise<void> {
  return new Promise((resolve, reject) => client.query(text, (error) => (error ? reject(error) : resolve())))
}
