import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { policyAllows } from '../../../../src/access/policy.ts'
import { requireReadableSecrets } from '../../../../src/catalog/unreadable-secrets.ts'
import type { Read } from '../../../../src/database/read.ts'
import { readChannel } from '../../../../src/notifications/channel/read.ts'
import { sendNow } from '../../../../src/notifications/delivery/attempt.ts'
import { type Delivery, listDeliveries, readDelivery } from '../../../../src/notifications/delivery/read.ts'
import { requireRepeatable } from '../../../../src/notifications/delivery/writes.ts'
import { isAccepted } from '../../../../src/notifications/post.ts'
import type { ReceiverKind } from '../../../../src/notifications/receiver.ts'
import type { NotificationSettings } from '../../../../src/notifications/settings.ts'
import { readWebhook } from '../../../../src/notifications/webhook/read.ts'
import { Fault } from '../../../../src/record/fault.ts'
import type { Server } from '../../../server/server.ts'
import { absent } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { postButton } from '../../html/post-form.ts'
import { timestamp } from '../../html/time.ts'
import { words } from '../../html/words.ts'
import { trailLinks, trailOf } from '../../list/trail.ts'
import { parseId, pathId } from '../../request/path.ts'
import { personOf, redirect, sendPage } from '../../request/reply.ts'
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
  const { noun, name, state, about } =
    kind === 'webhook' ? await aboutWebhook(read, id) : await aboutChannel(read, id)
  const before = cursor === undefined ? undefined : parseId(cursor)
  const { deliveries, next } = await listDeliveries(read, { kind, id, before })
  const title = `${words(noun)}: ${name}`
  const link = (position: Record<string, string>) =>
    `${receiverAddress({ kind, id })}?${new URLSearchParams(position)}`
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    ${about}
    ${mayChange && receiverButtons({ kind, id }, state, csrf)}
    <section class="part" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <p class="help">Those that ended are kept for 14 days.</p>
      ${deliveries.length === 0 ? html`<p class="absent">Nothing was sent yet.</p>` : deliveryTable(deliveries, mayChange ? csrf : undefined)}
    </section>
    <nav class="pager" aria-label="Pages">${trailLinks(trailOf({ cursor, trail }), next, link)}</nav>
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
        ? html`<p>Event: ${chosenOf(webhook)}</p>
          <p>Subscription of ${ownerOf(webhook)}. ${endOf(webhook)}</p>`
        : html`<p>Events: ${eventsOf(webhook)}</p>`
    }
    ${until ? html`<p>The previous secret is valid until ${timestamp(until)}.</p>` : null}
  `
  const own = subscription ? { noun: 'subscription', state: null } : { noun: 'webhook', state: webhook.state }
  return { ...own, name, about }
}

async function aboutChannel(read: Read, id: number) {
  const channel = await readChannel(read, id)
  const { name, state, hour } = channel
  const about = html`
    <p>${stateOf(channel)}</p>
    <p>${hour === null ? 'No daily digest.' : `Daily digest at ${hourOf(hour)}.`}</p>
  `
  return { noun: 'channel', name, state, about }
}

// With a CSRF token each delivery has a button.
function deliveryTable(deliveries: Delivery[], csrf: string | undefined): Html {
  return html`<div class="table" tabindex="0" role="region" aria-labelledby="deliveries">
    <table class="rows" data-stacked>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">Created</th>
          <th scope="col">Result</th>
          <th scope="col" class="number">Duration</th>
          <th scope="col" class="number">Attempts</th>
          <th scope="col">Answer</th>
          ${csrf && html`<th scope="col">Action</th>`}
        </tr>
      </thead>
      <tbody>
        ${deliveries.map(
          (delivery) => html`<tr>
            <th scope="row">
              <a href=${`${notificationsAddress}/deliveries/${delivery.id}`}>${delivery.type}</a>
            </th>
            <td data-label="Created">${timestamp(delivery.created_at, 'second')}</td>
            <td data-label="Result">${resultOf(delivery)}</td>
            <td data-label="Duration" class="number">${delivery.duration_ms === null ? absent : `${delivery.duration_ms.toLocaleString('en')} ms`}</td>
            <td data-label="Attempts" class="number">${delivery.attempts}</td>
            <td data-label="Answer" class="wide">${answerOf(delivery)}</td>
            ${csrf && html`<td class="actions">${postButton(`${notificationsAddress}/deliveries/${delivery.id}/again`, csrf, 'Send again')}</td>`}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function answerOf({ status, failure, answer, next_attempt_at }: Delivery): Html {
  return html`
    ${status === null && failure ? html`<p>${failure}</p>` : null}
    ${answer ? html`<p>${answer}</p>` : null}
    ${next_attempt_at ? html`<p class="muted">Next attempt ${timestamp(next_attempt_at, 'second')}</p>` : null}
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
  const title = `Delivery: ${type}`
  const content = () => html`
    <h1>${title}</h1>
    <p>Created ${timestamp(created_at, 'second')}</p>
    <pre>${readable(body)}</pre>
  `
  const list = { href: receiverAddress(receiver), label: words(receiver.kind) }
  return sendPage(request, reply, { title, content, above: [...above, list] })
}

function readable(body: string): string {
  return body.startsWith('{') ? JSON.stringify(JSON.parse(body), null, 2) : body
}

const maxWaitMs = 20_000

/** Returns the settings. Throws `conflict` if nothing can be sent. */
export function requireSettings({ server }: FastifyRequest): NotificationSettings {
  if (server.notifications) return server.notifications
  throw new Fault('conflict', 'Notifications need SECRET_KEY, which is not set.')
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
    return redirect(reply, page, 'Not answered yet.', ['The outcome will be listed below.'])
  }
  return isAccepted(outcome)
    ? redirect(reply, page, `Delivered. The receiver answered ${outcome.status}.`)
    : redirect(reply, page, 'Not delivered.', [outcome.failure ?? ''])
}
