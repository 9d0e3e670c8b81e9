import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireReadableSecrets } from '../../../../src/catalog/unreadable-secrets.ts'
import { phrase } from '../../../../src/language/phrase.ts'
import { sendNow } from '../../../../src/notifications/delivery/attempt.ts'
import { isAccepted } from '../../../../src/notifications/post.ts'
import type { NotificationSettings } from '../../../../src/notifications/settings.ts'
import { Fault } from '../../../../src/record/fault.ts'
import { t } from '../../html/text.ts'
import { labelled } from '../../html/words.ts'
import { redirect } from '../../request/reply.ts'

const maxWaitMs = 20_000

/** Returns the settings. Throws `conflict` if nothing can be sent. */
export function requireSettings({ server }: FastifyRequest): NotificationSettings {
  if (server.notifications) return server.notifications
  throw new Fault('conflict', phrase('notifications.keyIsNeeded'))
}

/** Returns the settings. Throws `unavailable` if the key cannot decrypt every stored secret. */
export async function requireKey(request: FastifyRequest): Promise<NotificationSettings> {
  const settings = requireSettings(request)
  await requireReadableSecrets(request.server.read, settings.key)
  return settings
}

/**
 * Sends a delivery and redirects to a page that says what became of it. A mail server may take longer than a person waits:
 * then the page lists the outcome later.
 */
export async function sendAndRedirect(
  request: FastifyRequest,
  reply: FastifyReply,
  id: number,
  page: string,
) {
  const { orm, read } = request.server
  const sending = sendNow({ orm, read, settings: requireSettings(request) }, id)
  const outcome = await Promise.race([sending, wait(maxWaitMs)])
  if (!outcome) {
    sending.catch((error: unknown) => request.log.warn({ err: error }, 'sending a notification failed'))
    return redirect(reply, page, t('notifications.notAnsweredYet'), [t('notifications.outcomeLater')])
  }
  return isAccepted(outcome)
    ? redirect(reply, page, t('notifications.deliveredAnswer', { status: Number(outcome.status) }))
    : redirect(reply, page, t('notifications.notDelivered'), [labelled(outcome.failure ?? '')])
}
