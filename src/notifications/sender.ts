import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { type MikroORM, transact } from '../database/transaction.ts'
import { notFound } from '../record/fault.ts'
import { findFirstWaiting, findSendable, type IdleWebhook, listIdleWebhooks, type Sendable } from './due.ts'
import { isAccepted, type Outcome, Stopped } from './post.ts'
import { queueChanges, readFrom } from './queue-changes.ts'
import { recordOutcome } from './record-outcome.ts'
import { sendToWebhook } from './send-webhook.ts'
import type { NotificationSettings } from './settings.ts'

// Longer than an attempt takes. After a crash another server goes on when it has passed.
const claimSeconds = 30

/** What the sender uses of the process. */
export type SenderOptions = {
  orm: MikroORM
  read: Read
  settings: NotificationSettings
  /** Logs an unexpected error. */
  report: (error: unknown) => void
}

/** Sends a delivery now and stores the outcome, whatever its webhook waits for. Throws `not_found`. */
export async function sendNow(
  { orm, read, settings }: Omit<SenderOptions, 'report'>,
  id: number,
  signal?: AbortSignal,
): Promise<Outcome> {
  const delivery = await findSendable(read, id)
  if (!delivery) throw notFound()
  return attempt(orm, settings, delivery, signal)
}

async function attempt(
  orm: MikroORM,
  settings: NotificationSettings,
  delivery: Sendable,
  signal?: AbortSignal,
): Promise<Outcome> {
  const outcome = await sendToWebhook(settings, delivery, delivery, signal)
  settings.count('webhook', isAccepted(outcome) ? 'delivered' : 'failed')
  await transact(orm, (em) => recordOutcome(em, delivery.id, outcome))
  return outcome
}

/**
 * Sends the changes of the portfolio to webhooks, the deliveries of one webhook one after another. Several servers may
 * run it: each webhook is claimed by one of them for a while.
 */
export class Sender {
  readonly #options: SenderOptions
  readonly #name = randomUUID()
  readonly #stop = new AbortController()
  readonly #running = new Map<number, Promise<void>>()

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Starts to send what is due. Returns how many webhooks are being sent to. */
  async start(): Promise<number> {
    const { read } = this.#options
    const pages = new Map<string, ReturnType<typeof readFrom>>()
    // Most webhooks have the same position.
    const pageAt = (webhook: IdleWebhook) => {
      const page = pages.get(webhook.cursor) ?? readFrom(read, webhook)
      pages.set(webhook.cursor, page)
      return page
    }
    for (const webhook of await listIdleWebhooks(read)) {
      if (this.#running.has(webhook.id) || this.#stop.signal.aborted) continue
      if (webhook.is_due ?? (await this.#queue(webhook, pageAt))) this.#run(webhook.id)
    }
    return this.#running.size
  }

  /** Sends everything that is due, and waits until it is sent. */
  async sendDue(): Promise<void> {
    while ((await this.start()) > 0) await Promise.all(this.#running.values())
  }

  /** Interrupts what is being sent, which is sent again later, and waits until that is stored. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#running.values())
  }

  // Reads on until the webhook has something to send.
  async #queue(webhook: IdleWebhook, pageAt: (webhook: IdleWebhook) => ReturnType<typeof readFrom>) {
    const { orm, settings } = this.#options
    for (let position = webhook; ; ) {
      const page = await pageAt(position)
      const queued = await queueChanges(orm, settings.publicUrl(), position, page)
      if (queued || !page.has_more) return queued
      position = {
        ...position,
        cursor: page.next_cursor,
        snapshot: page.isRestarted ? null : position.snapshot,
      }
    }
  }

  #run(id: number): void {
    const run = this.#sendTo(id)
      .catch((error: unknown) => {
        if (!(error instanceof Stopped)) this.#options.report(error)
      })
      .finally(() => this.#running.delete(id))
    this.#running.set(id, run)
  }

  async #sendTo(id: number): Promise<void> {
    const { orm, read, settings } = this.#options
    try {
      while (await this.#claim(id)) {
        const delivery = await findFirstWaiting(read, id, this.#name)
        if (!delivery) return
        await attempt(orm, settings, delivery, this.#stop.signal)
      }
    } finally {
      await this.#update(sql`
        update webhooks set sender = null, sender_until = null where id = ${id} and sender = ${this.#name}`)
    }
  }

  // Claims a webhook, or extends the claim.
  async #claim(id: number): Promise<boolean> {
    const claimed = await this.#update(sql`
      update webhooks set sender = ${this.#name}, sender_until = now() + ${claimSeconds} * interval '1 second'
      where id = (select id from webhooks where id = ${id} and state = 'on'
        and (sender = ${this.#name} or sender_until is null or sender_until < now())
        for update skip locked)`)
    return claimed > 0
  }

  async #update(statement: ReturnType<typeof sql>): Promise<number> {
    const result = await transact(this.#options.orm, (em) => statement.execute(em.getKysely()))
    return Number(result.numAffectedRows ?? 0)
  }
}
