import type { RecordRef } from '../journal/history.ts'

/** A page that notifications link to: that of a record, of a week such as 2026-W48, or another one. */
export type LinkedPage = RecordRef | { week: string } | 'dashboard' | 'activity' | 'proposals'

/** What the notifications need from the process that sends them. */
export type NotificationSettings = {
  /** The key that encrypts the secrets of receivers. */
  key: Buffer
  /** The digests of the portfolio tokens of the environment. The subscriptions of others have ended. */
  environmentDigests: string[]
  /** Returns the base of links. With port 0 it is known only once the server listens. */
  publicUrl: () => string
  /** Returns the path of a page. */
  pagePath: (page: LinkedPage) => string
  /** Whether only this machine reaches the service. Receivers on this machine are then allowed, by http too. */
  isLocal: boolean
  /** The base of the API of Telegram. */
  telegramUrl: string
  /** The server that sends mail, and the sender's address. Undefined if there is none. */
  mail: { url: string; from: string } | undefined
  /** The time zone of the hours of digests. */
  timeZone: string
  /** Counts an attempt for the metrics. */
  count: (receiver: 'webhook' | 'channel', result: 'delivered' | 'failed') => void
}
