import type { FastifyRequest } from 'fastify'
import { listFailingReceivers } from '../../../../src/notifications/failing.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { type Html, html } from '../../html/html.ts'
import { personOf } from '../../request/reply.ts'
import { receiverAddress } from './parts.ts'

/** Renders for an admin which webhooks and channels are paused or failing, and why. */
export async function failingNotice(request: FastifyRequest): Promise<Html> {
  if (personOf(request).role !== 'admin') return null
  const groups = await listFailingReceivers(request.server.read)
  return groups.map(({ state, reason, receivers }) => {
    const links = receivers.map(
      (receiver, index) =>
        html`${index > 0 && ', '}${receiver.kind} <a href=${receiverAddress(receiver)}>${visibleName(receiver)}</a>`,
    )
    const what = state === 'paused' ? 'Paused' : 'Failing for more than an hour'
    return html`<p class="notice warning">${what}: ${links}. ${reason}</p>`
  })
}
