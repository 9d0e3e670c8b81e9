import { languages } from '../../../../src/language/languages.ts'
import type { Channel } from '../../../../src/notifications/channel/read.ts'
import type { Webhook } from '../../../../src/notifications/webhook/read.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { absent } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { t } from '../../html/text.ts'
import { timestamp } from '../../html/time.ts'
import {
  chosenOf,
  endOf,
  eventsOf,
  hourOf,
  ownerOf,
  type Receiver,
  receiverAddress,
  receiverButtons,
  resultOf,
  stateOf,
} from './parts.ts'

/** Renders the webhooks with their state, and with a CSRF token the buttons of each. */
export function webhookTable(webhooks: Webhook[], csrf: string | undefined): Html {
  const rows = webhooks.map((webhook) => ({
    receiver: { kind: 'webhook', id: webhook.id } as const,
    state: webhook.state,
    label: webhook.url,
    cells: [eventsOf(webhook), stateOf(webhook), lastDelivery(webhook)],
  }))
  const columns = [
    t('notifications.url'),
    t('notifications.events'),
    t('notifications.state'),
    t('notifications.lastDelivery'),
  ]
  return table('webhooks', columns, rows, csrf)
}

/** Renders the subscriptions with their owners, and with a CSRF token the button of each. */
export function subscriptionTable(subscriptions: Webhook[], csrf: string | undefined): Html {
  const rows = subscriptions.map((webhook) => ({
    receiver: { kind: 'webhook', id: webhook.id } as const,
    state: null,
    label: webhook.url,
    cells: [
      chosenOf(webhook),
      ownerOf(webhook),
      html`${stateOf(webhook)} <p class="muted">${endOf(webhook)}</p>`,
      lastDelivery(webhook),
    ],
  }))
  const columns = [
    t('notifications.url'),
    t('notifications.event'),
    t('notifications.credential'),
    t('notifications.state'),
    t('notifications.lastDelivery'),
  ]
  return table('subscriptions', columns, rows, csrf)
}

/** Renders the channels with their state, and with a CSRF token the buttons of each. */
export function channelTable(channels: Channel[], csrf: string | undefined): Html {
  const rows = channels.map((channel) => ({
    receiver: { kind: 'channel', id: channel.id } as const,
    state: channel.state,
    label: visibleName(channel),
    cells: [
      languages[channel.language],
      channel.hour === null ? absent : hourOf(channel.hour),
      stateOf(channel),
      lastDelivery(channel),
    ],
  }))
  const columns = [
    t('notifications.channel'),
    t('notifications.language'),
    t('notifications.dailyDigest'),
    t('notifications.state'),
    t('notifications.lastDelivery'),
  ]
  return table('channels', columns, rows, csrf)
}

// Renders the latest delivery.
function lastDelivery({ last_delivery: last, waiting }: Pick<Webhook, 'last_delivery' | 'waiting'>): Html {
  return html`
    ${last?.last_attempt_at ? html`${resultOf(last)} ${timestamp(last.last_attempt_at)}` : absent}
    ${waiting > 0 ? html`<p class="muted">${t('notifications.countWaiting', { count: waiting })}</p>` : null}
  `
}

type Row = { receiver: Receiver; state: Webhook['state'] | null; label: string; cells: Html[] }

function table(id: string, columns: string[], rows: Row[], csrf: string | undefined): Html {
  return html`<div class="table" tabindex="0" role="region" aria-labelledby=${id}>
    <table class="rows" data-stacked>
      <thead>
        <tr>${[...columns, ...(csrf ? [t('notifications.actions')] : [])].map((column) => html`<th scope="col">${column}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ receiver, state, label, cells }) => html`<tr>
            <th scope="row" class="wide"><a href=${receiverAddress(receiver)}>${label}</a></th>
            ${cells.map((cell, index) => html`<td class="wide" data-label=${columns[index + 1]}>${cell}</td>`)}
            ${csrf && html`<td class="actions">${receiverButtons(receiver, state, csrf)}</td>`}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
