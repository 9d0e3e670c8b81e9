import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { type MikroORM, transact } from '../../database/transaction.ts'
import { listIdleChannels } from '../channel/read.ts'
import { newestCursor } from '../event/start.ts'
import { Stopped } from '../post.ts'
import type { IdleReceiver, ReceiverKind } from '../receiver.ts'
import type { NotificationSettings } from '../settings.ts'
import { deleteEnded } from '../subscription/owner.ts'
import { type IdleWebhook, listIdleWebhooks } from '../webhook/read.ts'
import { attempt } from './attempt.ts'
import { queueChanges, readChangesFrom } from './queue-changes.ts'
import { queueMessage } from './queue-messages.ts'
import { findFirstWaiting } from './read.ts'

// An attempt that takes longer extends the claim. After a crash another server goes on when it has passed.
const claimSeconds = 30
const maxRest = sql`interval '10 minutes'`

/** What the sender uses of the process. */
export type SenderOptions = {
  orm: MikroORM
  read: Read
  settings: NotificationSettings
  /** Logs an unexpected error. */
  report: (error: unknown) => void
}

/**
 * Sends the changes of the portfolio to webhooks, and messages to channels. The deliveries of one receiver are sent one
 * after another. Several servers may run it: each receiver is claimed by one of them for a while. An unexpected error of
 * one receiver does not concern the others.
 */
export class Sender {
  readonly #options: SenderOptions
  readonly #name = randomUUID()
  readonly #stop = new AbortController()
  readonly #running = new Map<string, Promise<void>>()
  // The newest change and the position with which a subscription had nothing to send, by its id.
  readonly #readUpTo = new Map<number, string>()

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Starts to send what is due. Returns how many receivers are being sent to. */
  async start(): Promise<number> {
    const { orm, read, settings } = this.#options
    await transact(orm, (em) => deleteEnded(em, settings.environmentDigests))
    const pages = new Map<string, ReturnType<typeof readChangesFrom>>()
    // Most webhooks have the same position. A subscription chooses its changes as they are read.
    const pageAt = (webhook: IdleWebhook) => {
      const { cursor, events, arguments: filters, credential } = webhook
      const key = JSON.stringify([cursor, credential && [events, filters, credential]])
      const page = pages.get(key) ?? readChangesFrom(read, webhook)
      pages.set(key, page)
      return page
    }
    const webhooks = await listIdleWebhooks(read)
    const hasSubscription = webhooks.some(({ subscription }) => subscription !== null)
    const newest = hasSubscription ? await newestCursor(read) : ''
    for (const webhook of webhooks)
      await this.#startReceiver('webhook', webhook, () => this.#queueNew(webhook, newest, pageAt))
    for (const channel of await listIdleChannels(read))
      await this.#startReceiver('channel', channel, () => queueMessage(this.#options, channel))
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

  // `queue` stores what the receiver gets next, if nothing waits for it.
  async #startReceiver(
    kind: ReceiverKind,
    { id, is_due, failing_since }: IdleReceiver,
    queue: () => Promise<boolean>,
  ): Promise<void> {
    const key = `${kind} ${id}`
    if (this.#running.has(key) || this.#stop.signal.aborted) return
    try {
      if (!(is_due ?? (await queue()))) {
        if (is_due === null && failing_since !== null) await this.#endFailure(kind, id)
        return
      }
    } catch (error) {
      return this.#rest(kind, id, error)
    }
    const run = this.#sendTo(kind, id)
      .catch((error: unknown) => (error instanceof Stopped ? undefined : this.#rest(kind, id, error)))
      .finally(() => this.#running.delete(key))
    this.#running.set(key, run)
  }

  // Reports an unexpected error. No server sends to the receiver for as long as it has been failing.
  async #rest(kind: ReceiverKind, id: number, error: unknown): Promise<void> {
    const { report } = this.#options
    report(error)
    await this.#update(sql`
      update ${sql.table(`${kind}s`)} set failing_since = coalesce(failing_since, now()), sender = null,
        sender_until = now() + least(greatest(now() - failing_since, ${claimSeconds} * interval '1 second'), ${maxRest})
      where id = ${id} and (sender_until is null or sender_until < now())`).catch(report)
  }

  // Nothing waits for the receiver any more.
  async #endFailure(kind: ReceiverKind, id: number): Promise<void> {
    await this.#update(sql`update ${sql.table(`${kind}s`)} set failing_since = null where id = ${id}`)
  }

  // A subscription that had nothing to send is read again once the feed has a newer change, or it has another position.
  async #queueNew(
    webhook: IdleWebhook,
    newest: string,
    pageAt: (webhook: IdleWebhook) => ReturnType<typeof readChangesFrom>,
  ) {
    const { id, cursor, subscription } = webhook
    const state = `${newest} ${cursor}`
    if (subscription !== null && this.#readUpTo.get(id) === state) return false
    const queued = await this.#queueChanges(webhook, pageAt)
    if (!queued) this.#readUpTo.set(id, state)
    return queued
  }

  // Reads on until the webhook has something to send.
  async #queueChanges(
    webhook: IdleWebhook,
    pageAt: (webhook: IdleWebhook) => ReturnType<typeof readChangesFrom>,
  ) {
    const { orm, settings } = this.#options
    for (let position = webhook; ; ) {
      const page = await pageAt(position)
      const queued = await queueChanges(orm, settings, position, page)
      if (queued || !page.has_more) return queued
      position = {
        ...position,
        cursor: page.next_cursor,
        snapshot: page.isRestarted ? null : position.snapshot,
      }
    }
  }

  async #sendTo(kind: ReceiverKind, id: number): Promise<void> {
    const { read } = this.#options
    try {
      while (await this.#claim(kind, id)) {
        const delivery = await findFirstWaiting(read, { kind, id, sender: this.#name })
        if (!delivery) return
        const renewal = setInterval(
          () => void this.#claim(kind, id).catch(this.#options.report),
          (claimSeconds * 1000) / 3,
        )
        await attempt(this.#options, delivery, this.#stop.signal).finally(() => clearInterval(renewal))
      }
    } finally {
      await this.#update(sql`
        update ${sql.table(`${kind}s`)} set sender = null, sender_until = null
        where id = ${id} and sender = ${this.#name}`)
    }
  }

  // Claims a receiver, or extends the claim.
  async #claim(kind: ReceiverKind, id: number): Promise<boolean> {
    const table = sql.table(`${kind}s`)
    const claimed = await this.#update(sql`
      update ${table} set sender = ${this.#name}, sender_until = now() + ${claimSeconds} * interval '1 second'
      where id = (select id from ${table} where id = ${id} and state = 'on'
        and (sender = ${this.#name} or sender_until is null or sender_until < now())
        for update skip locked)`)
    return claimed > 0
  }

  async #update(statement: ReturnType<typeof sql>): Promise<number> {
    const result = await transact(this.#options.orm, (em) => statement.execute(em.getKysely()))
    return Number(result.numAffectedRows ?? 0)
  }
}
