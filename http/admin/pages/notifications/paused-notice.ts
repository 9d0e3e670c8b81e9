import type { FastifyRequest } from 'fastify'
import { listPausedWebhooks } from '../../../../src/notifications/read.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { type Html, html } from '../../html/html.ts'
import { personOf } from '../../request/reply.ts'
import { receiverAddress } from './parts.ts'

/** Renders for an admin which webhooks are paused, and why. */
export async function pausedNotice(request: FastifyRequest): Promise<Html> {
  if (personOf(request).role !== 'admin') return null
  const paused = await listPausedWebhooks(request.server.read)
  return paused.map(
    (webhook) => html`<p class="notice warning">
      The webhook <a href=${receiverAddress({ kind: 'webhook', id: webhook.id })}>${visibleName(webhook)}</a> is paused. ${webhook.state_reason}
    </p>`,
  )
}
