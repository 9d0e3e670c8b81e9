import type { FastifyReply, FastifyRequest } from 'fastify'
import { policyAllows } from '../../../../src/access/policy.ts'
import type { Read } from '../../../../src/database/read.ts'
import { languages } from '../../../../src/language/languages.ts'
import { phrase } from '../../../../src/language/phrase.ts'
import { messageOf } from '../../../../src/language/stored-phrase.ts'
import { readChannel } from '../../../../src/notifications/channel/read.ts'
import { testTypes } from '../../../../src/notifications/delivery/delivery.ts'
import { type Delivery, listDeliveries, readDelivery } from '../../../../src/notifications/delivery/read.ts'
import { requireRepeatable } from '../../../../src/notifications/delivery/writes.ts'
import type { ReceiverKind } from '../../../../src/notifications/receiver.ts'
import { readWebhook } from '../../../../src/notifications/webhook/read.ts'
import type { Message } from '../../../../src/record/fault.ts'
import type { Server } from '../../../server/server.ts'
import { absent } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { postButton } from '../../html/post-form.ts'
import { localized, rich, t } from '../../html/text.ts'
import { timestamp } from '../../html/time.ts'
import { labelled } from '../../html/words.ts'
import { trailLinks, trailOf } from '../../list/trail.ts'
import { parseId, pathId } from '../../request/path.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { adminWrite } from '../../request/write.ts'
import {
  above,
  chosenOf,
  endOf,
  eventsOf,
  hourOf,
  notificationsAddress,
  ownerOf,
  receiverAddress,
  receiverButtons,
  resultOf,
  stateOf,
} from './parts.ts'
import { requireKey, sendAndRedirect } from './send.ts'

/** Registers the pages with the deliveries of a webhook or a channel, and the route that sends one again. */
export function deliveryPages(app: Server): void {
  for (const kind of ['webhook', 'channel'] as const)
    app.get(`/notifications/${kind}s/:id`, (request, reply) => showDeliveries(request, reply, kind))
  app.get('/notifications/deliveries/:id', showDelivery)
  app.post('/notifications/deliveries/:id/again', async (request, reply) => {
    const id = pathId(request)
    await requireKey(request)
    const receiver = await adminWrite(request, (em, actor) => requireRepeatable(em, actor, id))
    return sendAndRedirect(request, reply, id, receiverAddress(receiver))
  })
}

async function showDeliveries(request: FastifyRequest, reply: FastifyReply, kind: ReceiverKind) {
  const { read } = request.server
  const mayChange = policyAllows('administer', personOf(request))
  const id = pathId(request)
  const { cursor, trail } = request.query as Record<string, unknown>
  const { title, state, about } =
    kind === 'webhook' ? await aboutWebhook(read, id) : await aboutChannel(read, id)
  const before = cursor === undefined ? undefined : parseId(cursor)
  const { deliveries, next } = await listDeliveries(read, { kind, id, before })
  const link = (position: Record<string, string>) =>
    `${receiverAddress({ kind, id })}?${new URLSearchParams(position)}`
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    ${about}
    ${mayChange && receiverButtons({ kind, id }, state, csrf)}
    <section class="part" aria-labelledby="deliveries">
      <h2 id="deliveries">${t('notifications.deliveries')}</h2>
      <p class="help">${t('notifications.deliveriesAbout')}</p>
      ${deliveries.length === 0 ? html`<p class="absent">${t('notifications.nothingSent')}</p>` : deliveryTable(deliveries, mayChange ? csrf : undefined)}
    </section>
    <nav class="pager" aria-label=${t('notifications.pages')}>${trailLinks(trailOf({ cursor, trail }), next, link)}</nav>
  `
  return sendPage(request, reply, { title, content, above })
}

async function aboutWebhook(read: Read, id: number) {
  const webhook = await readWebhook(read, id)
  const { name, subscription, url, previous_secret_until: until } = webhook
  const about = html`
    <p class="about">${url}</p>
    <p>${stateOf(webhook)}</p>
    ${
      subscription
        ? html`<p>${rich('notifications.chosenEvent', { event: chosenOf(webhook) })}</p>
          <p>${rich('notifications.subscriptionOf', { owner: ownerOf(webhook) })} ${endOf(webhook)}</p>`
        : html`<p>${t('notifications.chosenEvents', { events: eventsOf(webhook) })}</p>`
    }
    ${until ? html`<p>${rich('notifications.previousSecretUntil', { time: timestamp(until) })}</p>` : null}
  `
  return subscription
    ? { title: t('notifications.subscriptionTitle', { name }), state: null, about }
    : { title: t('notifications.webhookTitle', { name }), state: webhook.state, about }
}

async function aboutChannel(read: Read, id: number) {
  const channel = await readChannel(read, id)
  const { name, state, hour, language } = channel
  const about = html`
    <p>${stateOf(channel)}</p>
    <p>${hour === null ? t('notifications.noDailyDigest') : t('notifications.dailyDigestAt', { time: hourOf(hour) })}</p>
    <p>${t('notifications.languageOfMessages', { language: languages[language] })}</p>
  `
  return { title: t('notifications.channelTitle', { name }), state, about }
}

// With a CSRF token each delivery has a button.
function deliveryTable(deliveries: Delivery[], csrf: string | undefined): Html {
  return html`<div class="table" tabindex="0" role="region" aria-labelledby="deliveries">
    <table class="rows" data-stacked>
      <thead>
        <tr>
          <th scope="col">${t('notifications.event')}</th>
          <th scope="col">${t('notifications.created')}</th>
          <th scope="col">${t('notifications.result')}</th>
          <th scope="col" class="number">${t('notifications.duration')}</th>
          <th scope="col" class="number">${t('notifications.attempts')}</th>
          <th scope="col">${t('notifications.answer')}</th>
          ${csrf && html`<th scope="col">${t('notifications.action')}</th>`}
        </tr>
      </thead>
      <tbody>
        ${deliveries.map(
          (delivery) => html`<tr>
            <th scope="row">
              <a href=${`${notificationsAddress}/deliveries/${delivery.id}`}>${typeOf(delivery)}</a>
            </th>
            <td data-label=${t('notifications.created')}>${timestamp(delivery.created_at, 'second')}</td>
            <td data-label=${t('notifications.result')}>${resultOf(delivery)}</td>
            <td data-label=${t('notifications.duration')} class="number">${delivery.duration_ms === null ? absent : t('notifications.milliseconds', { count: delivery.duration_ms })}</td>
            <td data-label=${t('notifications.attempts')} class="number">${delivery.attempts}</td>
            <td data-label=${t('notifications.answer')} class="wide">${answerOf(delivery)}</td>
            ${csrf && html`<td class="actions">${postButton(`${notificationsAddress}/deliveries/${delivery.id}/again`, csrf, t('notifications.sendAgain'))}</td>`}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

// What a channel gets. A webhook gets events, whose names are those of the API.
const channelTypes: Record<string, Message> = {
  alert: phrase('notifications.alertType'),
  digest: phrase('notifications.digestType'),
  [testTypes.channel]: phrase('notifications.testType'),
}

function typeOf({ type }: Pick<Delivery, 'type'>): Message {
  return channelTypes[type] ?? type
}

function answerOf({ status, failure, answer, next_attempt_at }: Delivery): Html {
  return html`
    ${status === null && failure ? html`<p>${labelled(messageOf(failure))}</p>` : null}
    ${answer ? html`<p>${answer}</p>` : null}
    ${next_attempt_at ? html`<p class="muted">${rich('notifications.nextAttempt', { time: timestamp(next_attempt_at, 'second') })}</p>` : null}
  `
}

async function showDelivery(request: FastifyRequest, reply: FastifyReply) {
  const { type, body, created_at, webhook_id, channel_id } = await readDelivery(
    request.server.read,
    pathId(request),
  )
  const receiver =
    webhook_id === null
      ? ({ kind: 'channel', id: Number(channel_id) } as const)
      : ({ kind: 'webhook', id: webhook_id } as const)
  const title = t('notifications.deliveryTitle', { type: localized(typeOf({ type })) })
  const content = () => html`
    <h1>${title}</h1>
    <p>${rich('notifications.createdAt', { time: timestamp(created_at, 'second') })}</p>
    <pre>${readable(body)}</pre>
  `
  const list = { href: receiverAddress(receiver), label: t(`notifications.${receiver.kind}`) }
  return sendPage(request, reply, { title, content, above: [...above, list] })
}

function readable(body: string): string {
  return body.startsWith('{') ? JSON.stringify(JSON.parse(body), null, 2) : body
}
