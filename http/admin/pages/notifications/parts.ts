import type { StoredDelivery } from '../../../../src/notifications/delivery.ts'
import type { Webhook } from '../../../../src/notifications/read.ts'
import { absent } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { timestamp } from '../../html/time.ts'
import { words } from '../../html/words.ts'

/** The address of the page of notifications, below which their other pages are. */
export const notificationsAddress = '/admin/notifications'

const tones = { on: 'good', off: '', paused: 'bad', delivered: 'good', failed: 'bad', waiting: 'warn' }

/** Renders the state of a webhook, and why the server has changed it. */
export function stateOf({ state, state_reason }: Pick<Webhook, 'state' | 'state_reason'>): Html {
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
    ${waiting > 0 ? html`<span class="muted">${waiting.toLocaleString('en')} waiting</span>` : null}
  `
}

function toned(value: keyof typeof tones): Html {
  return html`<span class=${`badge ${tones[value]}`}>${words(value)}</span>`
}
