import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireAdministrator } from '../../../../src/access/policy.ts'
import { NewChannel } from '../../../../src/notifications/channel/channel.ts'
import { readChannel } from '../../../../src/notifications/channel/read.ts'
import { createChannel, deleteChannel, switchChannel } from '../../../../src/notifications/channel/writes.ts'
import { createChannelTest, createWebhookTest } from '../../../../src/notifications/delivery/writes.ts'
import type { ReceiverKind } from '../../../../src/notifications/receiver.ts'
import { readWebhook } from '../../../../src/notifications/webhook/read.ts'
import { NewWebhook } from '../../../../src/notifications/webhook/webhook.ts'
import {
  createWebhook,
  deleteWebhook,
  renewSecret,
  switchWebhook,
} from '../../../../src/notifications/webhook/writes.ts'
import { validate } from '../../../../src/record/validation/validate.ts'
import type { Server } from '../../../server/server.ts'
import { inputErrors, submittedValues } from '../../form/submitted.ts'
import { confirmation } from '../../html/post-form.ts'
import { t } from '../../html/text.ts'
import { sendSecret } from '../../record/secret.ts'
import { pathId } from '../../request/path.ts'
import { redirect, sendPage } from '../../request/reply.ts'
import { adminActor, adminWrite } from '../../request/write.ts'
import { deliveryPages } from './deliveries.ts'
import { editRoutes } from './edit.ts'
import { above, notificationsAddress, receiverAddress } from './parts.ts'
import { requireKey, requireSettings, sendAndRedirect } from './send.ts'
import { showNotifications } from './show.ts'

/** Registers the pages of webhooks and channels, for admins. */
export async function notificationPages(app: Server): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'admin' }
  })
  app.get('/notifications', (request, reply) => showNotifications(request, reply))
  creationRoutes(app)
  receiverRoutes(app)
  editRoutes(app)
  deliveryPages(app)
}

const next = () => ({ href: notificationsAddress, label: t('notifications.continue') })

// Registers the routes that create webhooks and channels, and the one that gives a webhook a new secret.
function creationRoutes(app: Server): void {
  app.post('/notifications/webhooks', newWebhook)
  app.post('/notifications/webhooks/:id/secret', async (request, reply) => {
    const secret = await adminWrite(request, (em, actor) =>
      renewSecret(em, actor, pathId(request), requireSettings(request)),
    )
    const about = t('notifications.newSecretAbout')
    return sendSecret(request, reply, { title: t('notifications.newSecret'), about, secret }, next())
  })
  app.post('/notifications/channels', newChannel)
}

async function newWebhook(request: FastifyRequest, reply: FastifyReply) {
  const values = submittedValues(request.body, NewWebhook)
  try {
    const input = validate(NewWebhook, values)
    const settings = await requireKey(request)
    const { secret } = await adminWrite(request, (em, actor) => createWebhook(em, actor, input, settings))
    const about = t('notifications.webhookCreatedAbout')
    return sendSecret(request, reply, { title: t('notifications.webhookCreated'), about, secret }, next())
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
    return redirect(reply, notificationsAddress, t('notifications.channelCreated'))
  } catch (error) {
    return showNotifications(request, reply, { kind: 'channel', values, errors: inputErrors(error) })
  }
}

const kinds = {
  webhook: { test: createWebhookTest, turn: switchWebhook, remove: deleteWebhook, one: readWebhook },
  channel: { test: createChannelTest, turn: switchChannel, remove: deleteChannel, one: readChannel },
}

// Registers the routes that test, switch and delete webhooks and channels.
function receiverRoutes(app: Server): void {
  const { PUBLIC_URL, TIME_ZONE } = app.config
  for (const kind of ['webhook', 'channel'] as const) {
    const { test, turn, remove } = kinds[kind]
    const address = `/notifications/${kind}s/:id`
    app.post(`${address}/test`, async (request, reply) => {
      const id = pathId(request)
      await requireKey(request)
      const delivery = await adminWrite(request, (em, actor) =>
        test(em, actor, id, PUBLIC_URL + notificationsAddress),
      )
      return sendAndRedirect(request, reply, delivery, receiverAddress({ kind, id }))
    })
    for (const state of ['on', 'off'] as const)
      app.post(`${address}/${state}`, async (request, reply) => {
        await adminWrite(request, (em, actor) => turn(em, actor, pathId(request), state, TIME_ZONE))
        return redirect(reply, notificationsAddress, t(`notifications.${kind}Switched`, { state }))
      })
    app.get(`${address}/delete`, (request, reply) => askToDelete(request, reply, kind))
    app.post(`${address}/delete`, async (request, reply) => {
      await adminWrite(request, (em, actor) => remove(em, actor, pathId(request)))
      return redirect(reply, notificationsAddress, t(`notifications.${kind}Deleted`))
    })
  }
}

async function askToDelete(request: FastifyRequest, reply: FastifyReply, kind: ReceiverKind) {
  requireAdministrator(adminActor(request))
  const receiver = await kinds[kind].one(request.server.read, pathId(request))
  const { name, waiting } = receiver
  const isSubscription = 'subscription' in receiver && receiver.subscription !== null
  const noun = isSubscription ? 'subscription' : kind
  const title = t(`notifications.${noun}Deletion`, { name })
  const lost = waiting > 0 ? [t('notifications.lostDeliveries', { count: waiting })] : []
  const question = [t(`notifications.${noun}DeletionQuestion`, { name }), ...lost].join(' ')
  const content = (csrf: string) =>
    confirmation({ title, question, csrf, label: t('notifications.delete'), cancel: notificationsAddress })
  return sendPage(request, reply, { title, content, above })
}
