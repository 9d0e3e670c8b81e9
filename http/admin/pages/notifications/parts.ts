import type { StoredDelivery } from '../../../../src/notifications/delivery.ts'
import type { ReceiverKind } from '../../../../src/notifications/due.ts'
import type { Webhook } from '../../../../src/notifications/read.ts'
import { absent } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { postButton } from '../../html/post-button.ts'
import { timestamp } from '../../html/time.ts'
import { words } from '../../html/words.ts'
import { referenceAddress } from '../../record/record-link.ts'

/** The address of the page of notifications, below which their other pages are. */
export const notificationsAddress = '/admin/notifications'

/** The link to the page of notifications, above their other pages. */
export const above = [{ href: notificationsAddress, label: 'Notifications' }]

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
  state_reason?: string | null
}): Html {
  return html`${toned(state)}${state_reason ? html` <span>${state_reason}</span>` : null}`
}

/** Renders the result of a delivery and the status of its answer. */
export function resultOf({ result, status }: Pick<StoredDelivery, 'result' | 'status'>): Html {
  return html`${toned(result)}${status === null ? null : ` ${status}`}`
}

/** Renders the latest delivery. */
export function lastDelivery({
  last_delivery: last,
  waiting,
}: Pick<Webhook, 'last_delivery' | 'waiting'>): Html {
  return html`
    ${last?.last_attempt_at ? html`${resultOf(last)} ${timestamp(last.last_attempt_at)}` : absent}
    ${waiting > 0 ? html`<p class="muted">${waiting.toLocaleString('en')} waiting</p>` : null}
  `
}

/** Renders the buttons of a webhook or a channel. */
export function receiverButtons(receiver: Receiver, state: Webhook['state'], csrf: string): Html {
  const address = receiverAddress(receiver)
  return html`<div class="buttons">
    ${postButton(`${address}/test`, csrf, 'Send test')}
    ${receiver.kind === 'webhook' ? postButton(`${address}/secret`, csrf, 'New secret') : null}
    ${state === 'on' ? null : postButton(`${address}/on`, csrf, 'Switch on')}
    ${state === 'off' ? null : postButton(`${address}/off`, csrf, 'Switch off')}
    <a class="button danger" href=${`${address}/delete`}>Delete</a>
  </div>`
}

function toned(value: keyof typeof tones): Html {
  return html`<span class=${`badge ${tones[value]}`}>${words(value)}</span>`
}
