import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  createWebhook,
  deleteWebhook,
  renewSecret,
  switchWebhook,
} from '../../../../src/notifications/change-webhook.ts'
import { readWebhook } from '../../../../src/notifications/read.ts'
import { createTest } from '../../../../src/notifications/send-again.ts'
import { NewWebhook } from '../../../../src/notifications/webhook.ts'
import { validate } from '../../../../src/record/validation/validate.ts'
import type { Server } from '../../../server/server.ts'
import { inputErrors, submittedValues } from '../../form/submitted.ts'
import { confirmation } from '../../html/confirmation.ts'
import { sendSecret } from '../../record/secret.ts'
import { pathId } from '../../request/path-id.ts'
import { redirect, sendPage } from '../../request/reply.ts'
import { adminWrite } from '../../request/write.ts'
import { notificationsAddress } from './parts.ts'
import { requireSettings, sendAndRedirect } from './send.ts'
import { showNotifications } from './show.ts'
import { webhookAddress } from './webhook-table.ts'

const next = { href: notificationsAddress, label: 'Continue' }
const above = [{ href: notificationsAddress, label: 'Notifications' }]

/** Registers the routes that create, test, switch and delete webhooks. */
export function webhookRoutes(app: Server): void {
  app.post('/notifications/webhooks', create)
  app.post('/notifications/webhooks/:id/test', async (request, reply) => {
    const id = pathId(request)
    const { PUBLIC_URL } = app.config
    const delivery = await adminWrite(request, async (em, actor) => {
      requireSettings(request)
      return createTest(em, actor, id, PUBLIC_URL)
    })
    return sendAndRedirect(request, reply, delivery, webhookAddress({ id }))
  })
  app.post('/notifications/webhooks/:id/secret', async (request, reply) => {
    const secret = await adminWrite(request, (em, actor) =>
      renewSecret(em, actor, pathId(request), requireSettings(request)),
    )
    const about =
      'The new secret. The previous one stays valid for a day: until then each delivery has both signatures.'
    return sendSecret(request, reply, { title: 'New secret', about, secret }, next)
  })
  for (const state of ['on', 'off'] as const)
    app.post(`/notifications/webhooks/:id/${state}`, async (request, reply) => {
      await adminWrite(request, (em, actor) => switchWebhook(em, actor, pathId(request), state))
      return redirect(reply, notificationsAddress, `Webhook switched ${state}.`)
    })
  app.get('/notifications/webhooks/:id/delete', askToDelete)
  app.post('/notifications/webhooks/:id/delete', async (request, reply) => {
    await adminWrite(request, (em, actor) => deleteWebhook(em, actor, pathId(request)))
    return redirect(reply, notificationsAddress, 'Webhook deleted.')
  })
}

async function create(request: FastifyRequest, reply: FastifyReply) {
  const values = submittedValues(request.body, NewWebhook)
  try {
    const input = validate(NewWebhook, values)
    const { secret } = await adminWrite(request, (em, actor) =>
      createWebhook(em, actor, input, requireSettings(request)),
    )
    const about = 'The receiver verifies each delivery by this secret.'
    return sendSecret(request, reply, { title: 'Webhook created', about, secret }, next)
  } catch (error) {
    return showNotifications(request, reply, { values, errors: inputErrors(error) })
  }
}

async function askToDelete(request: FastifyRequest, reply: FastifyReply) {
  const { name, url, waiting } = await readWebhook(request.server.read, pathId(request))
  const title = `Delete webhook: ${name}`
  const lost = waiting > 0 ? ` ${waiting.toLocaleString('en')} deliveries that wait are not sent.` : ''
  const question = `Delete the webhook of ${url}, and the list of its deliveries?${lost}`
  const content = (csrf: string) =>
    confirmation({ title, question, csrf, label: 'Delete', cancel: notificationsAddress })
  return sendPage(request, reply, { title, content, above })
}
