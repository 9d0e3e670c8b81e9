import type { FastifyRequest } from 'fastify'
import { phrase } from '../../../../src/language/phrase.ts'
import { messageOf, type StoredMessage } from '../../../../src/language/stored-phrase.ts'
import type { StoredDelivery } from '../../../../src/notifications/delivery/delivery.ts'
import type { ReceiverKind } from '../../../../src/notifications/receiver.ts'
import { listFailingReceivers } from '../../../../src/notifications/receiver.ts'
import type { Webhook } from '../../../../src/notifications/webhook/read.ts'
import { everyEvent } from '../../../../src/notifications/webhook/webhook.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { type Html, html } from '../../html/html.ts'
import { postButton } from '../../html/post-form.ts'
import { rich, t } from '../../html/text.ts'
import { timestamp } from '../../html/time.ts'
import { labelled } from '../../html/words.ts'
import { listAddress, recordAddress, referenceAddress } from '../../record/address.ts'
import { personOf } from '../../request/reply.ts'

/** The address of the page of notifications, below which their other pages are. */
export const notificationsAddress = listAddress('notifications')

/** The link to the page of notifications, above their other pages. */
export const above = [{ href: notificationsAddress, label: phrase('notifications.title') }]

const tones = { on: 'good', off: '', paused: 'bad', delivered: 'good', failed: 'bad', waiting: 'warn' }

/** A webhook or a channel by its id. */
export type Receiver = { kind: ReceiverKind; id: number }

/** Returns the address of the page of a webhook or a channel, which lists its deliveries. */
export function receiverAddress({ kind, id }: Receiver): string {
  return referenceAddress({ record_type: kind, record_id: id }) ?? notificationsAddress
}

/** Renders the state of a webhook or a channel, and why the server has changed it. */
export function stateOf({
  state,
  state_reason,
}: {
  state: Webhook['state']
  state_reason?: StoredMessage | null
}): Html {
  return html`${toned(state)}${state_reason ? html` <span>${labelled(messageOf(state_reason))}</span>` : null}`
}

/** Renders the result of a delivery and the status of its answer. */
export function resultOf({ result, status }: Pick<StoredDelivery, 'result' | 'status'>): Html {
  return html`${toned(result)}${status === null ? null : ` ${status}`}`
}

/** Renders the buttons of a webhook or a channel. With null as its state, of a subscription, which has an owner. */
export function receiverButtons(receiver: Receiver, state: Webhook['state'] | null, csrf: string): Html {
  const address = receiverAddress(receiver)
  const deletion = html`<a class="button danger" href=${`${address}/delete`}>${t('notifications.delete')}</a>`
  if (state === null) return html`<div class="buttons">${deletion}</div>`
  return html`<div class="buttons">
    ${postButton(`${address}/test`, csrf, t('notifications.sendTest'))}
    ${receiver.kind === 'webhook' ? postButton(`${address}/secret`, csrf, t('notifications.newSecret')) : null}
    <a class="button" href=${`${address}/edit`}>${t('notifications.edit')}</a>
    ${state === 'on' ? null : postButton(`${address}/on`, csrf, t('notifications.switchOn'))}
    ${state === 'off' ? null : postButton(`${address}/off`, csrf, t('notifications.switchOff'))}
    ${deletion}
  </div>`
}

function toned(value: keyof typeof tones): Html {
  return html`<span class=${`badge ${tones[value]}`}>${t(`notifications.${value}`)}</span>`
}

/** Renders the event that a subscription has chosen, with its arguments. */
export function chosenOf({ events, subscription }: Webhook): Html {
  const chosen = Object.entries(subscription?.arguments ?? {}).map(([name, value]) => `${name}: ${value}`)
  return html`${events.join(', ')}${chosen.length > 0 ? html` <span class="muted">${chosen.join(', ')}</span>` : null}`
}

/** Renders the credential that a subscription belongs to. */
export function ownerOf({ subscription }: Webhook): Html {
  if (!subscription) return null
  const { owner, token_id } = subscription
  const name = visibleName({ id: token_id ?? 0, name: owner })
  return token_id === null ? name : html`<a href=${recordAddress('api-agent-tokens', token_id)}>${name}</a>`
}

/** Renders when a subscription ends. */
export function endOf({ subscription }: Webhook): Html {
  return subscription && rich('notifications.endsAt', { time: timestamp(subscription.expires_at) })
}

/** Renders the hour of a digest as a time. */
export function hourOf(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** Renders the events that a webhook has chosen. */
export function eventsOf({ events }: Pick<Webhook, 'events'>): string {
  return events.includes(everyEvent) ? t('notifications.allEvents') : events.join(', ')
}

/** Renders for an admin which webhooks and channels are paused or failing, and why. */
export async function failingNotice(request: FastifyRequest): Promise<Html> {
  if (personOf(request).role !== 'admin') return null
  const groups = await listFailingReceivers(request.server.read)
  return groups.map(({ state, reason, receivers }) => {
    const links = receivers.map(
      (receiver, index) =>
        html`${index > 0 && ', '}${rich(`notifications.${receiver.kind}Named`, {
          name: html`<a href=${receiverAddress(receiver)}>${visibleName(receiver)}</a>`,
        })}`,
    )
    const notice = state === 'paused' ? 'notifications.pausedReceivers' : 'notifications.failingReceivers'
    return html`<p class="notice warning">${rich(notice, { receivers: links, reason: labelled(messageOf(reason)) })}</p>`
  })
}
