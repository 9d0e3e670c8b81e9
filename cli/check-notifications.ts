import type { Read } from '../src/database/read.ts'
import { listFailingReceivers } from '../src/notifications/receiver.ts'

/** Checks that no webhook or channel is paused, or has been failing for an hour. */
export async function checkNotifications(read: Read): Promise<[true, string]> {
  const groups = await listFailingReceivers(read)
  if (groups.length === 0) return [true, 'no webhook or channel is paused or fails']
  const sentences = groups.map(({ state, reason, receivers }) => {
    const names = receivers.map(({ kind, name }) => `${kind} ${name}`).join(', ')
    return `${state === 'paused' ? 'paused' : 'failing for more than an hour'}: ${names}. ${reason}`
  })
  throw new Error(`${sentences.join(' ')} See /admin/notifications.`)
}
