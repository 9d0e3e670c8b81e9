import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireAdministrator } from '../../../../src/access/policy.ts'
import { deleteChannel, switchChannel } from '../../../../src/notifications/change-channel.ts'
import { deleteWebhook, switchWebhook } from '../../../../src/notifications/change-webhook.ts'
import type { ReceiverKind } from '../../../../src/notifications/due.ts'
import { readChannel, readWebhook } from '../../../../src/notifications/read.ts'
import { createChannelTest, createWebhookTest } from '../../../../src/notifications/send-again.ts'
import type { Server } from '../../../server/server.ts'
import { confirmation } from '../../html/confirmation.ts'
import { words } from '../../html/words.ts'
import { pathId } from '../../request/path-id.ts'
import { redirect, sendPage } from '../../request/reply.ts'
import { adminActor, adminWrite } from '../../request/write.ts'
import { above, notificationsAddress, receiverAddress } from './parts.ts'
import { requireKey, sendAndRedirect } from './send.ts'

const kinds = {
  webhook: { test: createWebhookTest, turn: switchWebhook, remove: deleteWebhook, one: readWebhook },
  channel: { test: createChannelTest, turn: switchChannel, remove: deleteChannel, one: readChannel },
}

/** Registers the routes that test, switch and delete webhooks and channels. */
export function receiverRoutes(app: Server): void {
  const { PUBLIC_URL, TIME_ZONE } = app.config
  for (const kind of ['webhook', 'channel'] as const) {
    const { test, turn, remove } = kinds[kind]
    const address = `/notifications/${kind}s/:id`
    app.post(`${address}/test`, async (request, reply) => {
      const id = pathId(request)
      await requireKey(request)
      const delivery = await adminWrite(request, (em, actor) => test(em, actor, id, PUBLIC_URL))
      return sendAndRedirect(request, reply, delivery, receiverAddress({ kind, id }))
    })
    for (const state of ['on', 'off'] as const)
      app.post(`${address}/${state}`, async (request, reply) => {
        await adminWrite(request, (em, actor) => turn(em, actor, pathId(request), state, TIME_ZONE))
        return redirect(reply, notificationsAddress, `${words(kind)} switched ${state}.`)
      })
    app.get(`${address}/delete`, (request, reply) => askToDelete(request, reply, kind))
    app.post(`${address}/delete`, async (request, reply) => {
      await adminWrite(request, (em, actor) => remove(em, actor, pathId(request)))
      return redirect(reply, notificationsAddress, `${words(kind)} deleted.`)
    })
  }
}

async function askToDelete(request: FastifyRequest, reply: FastifyReply, kind: ReceiverKind) {
  requireAdministrator(adminActor(request))
  const { name, waiting } = await kinds[kind].one(request.server.read, pathId(request))
  const title = `Delete ${kind}: ${name}`
  const lost = waiting > 0 ? ` ${waiting.toLocaleString('en')} deliveries that wait are not sent.` : ''
  const question = `Delete the ${kind} ${name}, and the list of its deliveries?${lost}`
  const content = (csrf: string) =>
    confirmation({ title, question, csrf, label: 'Delete', cancel: notificationsAddress })
  return sendPage(request, reply, { title, content, above })
}
