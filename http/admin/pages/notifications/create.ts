import type { FastifyReply, FastifyRequest } from 'fastify'
import { createChannel } from '../../../../src/notifications/change-channel.ts'
import { createWebhook, renewSecret } from '../../../../src/notifications/change-webhook.ts'
import { NewChannel } from '../../../../src/notifications/channel.ts'
import { NewWebhook } from '../../../../src/notifications/webhook.ts'
import { validate } from '../../../../src/record/validation/validate.ts'
import type { Server } from '../../../server/server.ts'
import { inputErrors, submittedValues } from '../../form/submitted.ts'
import { sendSecret } from '../../record/secret.ts'
import { pathId } from '../../request/path-id.ts'
import { redirect } from '../../request/reply.ts'
import { adminWrite } from '../../request/write.ts'
import { notificationsAddress } from './parts.ts'
import { requireKey, requireSettings } from './send.ts'
import { showNotifications } from './show.ts'

const next = { href: notificationsAddress, label: 'Continue' }

/** Registers the routes that create webhooks and channels, and the one that gives a webhook a new secret. */
export function creationRoutes(app: Server): void {
  app.post('/notifications/webhooks', newWebhook)
  app.post('/notifications/webhooks/:id/secret', async (request, reply) => {
    const secret = await adminWrite(request, (em, actor) =>
      renewSecret(em, actor, pathId(request), requireSettings(request)),
    )
    const about =
      'The new secret. The previous one stays valid for a day: until then each delivery has both signatures.'
    return sendSecret(request, reply, { title: 'New secret', about, secret }, next)
  })
  app.post('/notifications/channels', newChannel)
}

async function newWebhook(request: FastifyRequest, reply: FastifyReply) {
  const values = submittedValues(request.body, NewWebhook)
  try {
    const input = validate(NewWebhook, values)
    const settings = await requireKey(request)
    const { secret } = await adminWrite(request, (em, actor) => createWebhook(em, actor, input, settings))
    const about = 'The receiver verifies each delivery by this secret.'
    return sendSecret(request, reply, { title: 'Webhook created', about, secret }, next)
  } catch (error) {
    return showNotifications(request, reply, { kind: 'webhook', values, errors: inputErrors(error) })
  }
}

async function newChannel(request: FastifyRequest, reply: FastifyReply) {
  const values = submittedValues(request.body, NewChannel)
  try {
    const input = validate(NewChannel, values)
    const settings = await requireKey(request)
    await adminWrite(request, (em, actor) => createChannel(em, actor, input, settings))
    return redirect(reply, notificationsAddress, 'Channel created.')
  } catch (error) {
    return showNotifications(request, reply, { kind: 'channel', values, errors: inputErrors(error) })
  }
}
