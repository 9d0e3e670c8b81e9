import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireAdministrator } from '../../../../src/access/policy.ts'
import { readVersion } from '../../../../src/catalog/shown-version.ts'
import { readInTransaction } from '../../../../src/database/read.ts'
import type { EntityManager } from '../../../../src/database/transaction.ts'
import { phrase } from '../../../../src/language/phrase.ts'
import { ChannelChange } from '../../../../src/notifications/channel/channel.ts'
import { type Channel, readChannel } from '../../../../src/notifications/channel/read.ts'
import { changeChannel } from '../../../../src/notifications/channel/writes.ts'
import { readWebhook, type Webhook } from '../../../../src/notifications/webhook/read.ts'
import { NewWebhook } from '../../../../src/notifications/webhook/webhook.ts'
import { changeWebhook } from '../../../../src/notifications/webhook/writes.ts'
import { anotherVersion, type FieldErrors, isAnotherVersion, notFound } from '../../../../src/record/fault.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { validate } from '../../../../src/record/validation/validate.ts'
import type { Server } from '../../../server/server.ts'
import type { Control } from '../../form/controls.ts'
import { form } from '../../form/form.ts'
import { inputErrors, submittedValues } from '../../form/submitted.ts'
import { laterVersion, rejection } from '../../history/changed-notice.ts'
import { type Html, html } from '../../html/html.ts'
import { shownVersion } from '../../html/post-form.ts'
import { rich, t } from '../../html/text.ts'
import type { FormValues } from '../../record/record.ts'
import { pathId } from '../../request/path.ts'
import { redirect, sendPage } from '../../request/reply.ts'
import { adminActor, adminWrite } from '../../request/write.ts'
import { above, type Receiver, receiverAddress } from './parts.ts'
import { requireKey } from './send.ts'
import { channelControls, webhookControls } from './show.ts'

/** Registers the forms that change webhooks and channels, which keep their secrets. */
export function editRoutes(app: Server): void {
  app.get('/notifications/webhooks/:id/edit', async (request, reply) => {
    const { receiver, version, webhook } = await webhookOf(request)
    const { url, events } = webhook
    return sendEdit(request, reply, { ...editedWebhook(receiver, webhook), version, values: { url, events } })
  })
  app.post('/notifications/webhooks/:id/edit', async (request, reply) => {
    const { receiver, version, webhook } = await webhookOf(request)
    const page = { ...editedWebhook(receiver, webhook), values: submittedValues(request.body, NewWebhook) }
    return save(request, reply, { ...page, version }, async () => {
      const input = validate(NewWebhook, page.values)
      const settings = await requireKey(request)
      await adminWrite(request, (em, actor) =>
        changeWebhook(em, actor, receiver.id, input, settings, isAsShown(request, em, receiver)),
      )
    })
  })
  app.get('/notifications/channels/:id/edit', async (request, reply) => {
    const { receiver, version, channel } = await channelOf(request)
    const { chat_id, email, language, hour } = channel
    const values = { chat_id, email, language, hour }
    return sendEdit(request, reply, { ...editedChannel(receiver, channel), version, values })
  })
  app.post('/notifications/channels/:id/edit', async (request, reply) => {
    const { receiver, version, channel } = await channelOf(request)
    const page = { ...editedChannel(receiver, channel), values: submittedValues(request.body) }
    return save(request, reply, { ...page, version }, async () => {
      const input = validate(ChannelChange, page.values)
      const settings = await requireKey(request)
      await adminWrite(request, (em, actor) =>
        changeChannel(em, actor, receiver.id, input, settings, isAsShown(request, em, receiver)),
      )
    })
  })
}

type EditPage = {
  receiver: Receiver
  name: Html
  controls: Control[]
  version: number
  values: FormValues
  errors?: FieldErrors
  changed?: Html
}

// The version is read first, so that it cannot be newer than the values.
async function webhookOf(request: FastifyRequest) {
  requireAdministrator(adminActor(request))
  const receiver = { kind: 'webhook', id: pathId(request) } as const
  const version = await versionOf(request, receiver)
  const webhook = await readWebhook(request.server.read, receiver.id)
  // A subscription is changed by the agent that has subscribed.
  if (webhook.subscription) throw notFound()
  return { receiver, version, webhook }
}

async function channelOf(request: FastifyRequest) {
  requireAdministrator(adminActor(request))
  const receiver = { kind: 'channel', id: pathId(request) } as const
  const version = await versionOf(request, receiver)
  return { receiver, version, channel: await readChannel(request.server.read, receiver.id) }
}

function versionOf({ server }: FastifyRequest, { kind, id }: Receiver): Promise<number> {
  return readVersion(server.read, { record_type: kind, record_id: id })
}

// Compares the version of the page with that of the locked row.
function isAsShown(request: FastifyRequest, em: EntityManager, { kind, id }: Receiver) {
  return async () => {
    const present = await readVersion(readInTransaction(em), { record_type: kind, record_id: id })
    if (present !== shownVersion(request)) throw anotherVersion()
  }
}

function editedWebhook(receiver: Receiver, { url }: Webhook) {
  return { receiver, name: url, controls: webhookControls() }
}

const controlsOfKind = {
  telegram: ['bot_token', 'chat_id', 'language', 'hour'],
  slack: ['url', 'language', 'hour'],
  email: ['email', 'language', 'hour'],
}
const secretControls = ['bot_token', 'url']

function editedChannel(receiver: Receiver, channel: Channel) {
  const names = controlsOfKind[channel.kind]
  const controls = channelControls()
    .filter(({ name }) => names.includes(name))
    .map((control) =>
      secretControls.includes(control.name)
        ? { ...control, help: phrase('notifications.secretIsKept') }
        : control,
    )
  return { receiver, name: visibleName(channel), controls }
}

async function save(request: FastifyRequest, reply: FastifyReply, page: EditPage, run: () => Promise<void>) {
  const { receiver } = page
  try {
    await run()
    return redirect(reply, receiverAddress(receiver), t(`notifications.${receiver.kind}Saved`))
  } catch (error) {
    if (!isAnotherVersion(error)) return sendEdit(request, reply, { ...page, errors: inputErrors(error) })
    return sendEdit(request, reply, { ...page, changed: rejection(laterVersion) })
  }
}

function sendEdit(
  request: FastifyRequest,
  reply: FastifyReply,
  { receiver, name, controls, version, values, errors, changed }: EditPage,
) {
  const address = receiverAddress(receiver)
  const isWebhook = receiver.kind === 'webhook'
  const heading = isWebhook ? 'notifications.editWebhookNamed' : 'notifications.editChannelNamed'
  const content = (csrf: string) => html`
    <h1>${rich(heading, { name })}</h1>
    ${changed}
    ${form({ action: `${address}/edit`, csrf, controls, values, errors, version, submit: t('notifications.save'), cancel: address })}
  `
  const page = {
    title: t(isWebhook ? 'notifications.editWebhook' : 'notifications.editChannel'),
    content,
    above: [...above, { href: address, label: t(`notifications.${receiver.kind}`) }],
  }
  return sendPage(request, reply, page, changed ? 409 : errors ? 422 : 200)
}
