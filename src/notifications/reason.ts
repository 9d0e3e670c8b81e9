import { recognized } from '../language/recognized.ts'
import type { Key } from '../language/translate.ts'
import type { Message } from '../record/fault.ts'

// A text that another one begins with stands before it.
const reasons = [
  'notifications.manyFailed',
  'notifications.noAnswer',
  'notifications.unreachable',
  'notifications.wantsNoMore',
  'notifications.redirected',
  'notifications.answered',
  'notifications.receiverDeleted',
  'notifications.mailNotEncrypted',
  'notifications.mailAnswered',
  'notifications.mailNoAnswer',
  'notifications.mailUnreachable',
  'notifications.mailIsMissing',
  'notifications.channelUnreadable',
  'notifications.webhookUnreadable',
  'notifications.subscriptionUnreadable',
  'notifications.unexpected',
  'notifications.restored',
  'notifications.subscriptionRestored',
  'validation.addressNotHttps',
  'validation.addressPort',
  'validation.addressNotPublic',
  'validation.subject',
] as const satisfies readonly Key[]

/**
 * Returns why a delivery failed, or why a receiver is paused or off, for people. It is stored in English, which history,
 * the commands and the log have.
 */
export function reasonOf(stored: string): Message {
  return recognized(stored, reasons)
}
