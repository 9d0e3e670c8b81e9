import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendNow } from '../../../../src/notifications/attempt.ts'
import { isAccepted } from '../../../../src/notifications/post.ts'
import type { NotificationSettings } from '../../../../src/notifications/settings.ts'
import { Fault } from '../../../../src/record/fault.ts'
import { redirect } from '../../request/reply.ts'

/** Returns the settings. Throws `conflict` if nothing can be sent. */
export function requireSettings({ server }: FastifyRequest): NotificationSettings {
  if (server.notifications) return server.notifications
  throw new Fault('conflict', 'Notifications need SECRET_KEY, which is not set.')
}

/** Sends a delivery, which may take 15 seconds, and redirects to a page that says what became of it. */
export async function sendAndRedirect(
  request: FastifyRequest,
  reply: FastifyReply,
  id: number,
  page: string,
) {
  const { orm, read } = request.server
  const outcome = await sendNow({ orm, read, settings: requireSettings(request) }, id)
  return isAccepted(outcome)
    ? redirect(reply, page, `Delivered. The receiver answered ${outcome.status}.`)
    : redirect(reply, page, 'Not delivered.', [outcome.failure ?? ''])
}
