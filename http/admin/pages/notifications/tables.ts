import { everyEvent } from '../../../../src/notifications/events.ts'
import type { Channel, Webhook } from '../../../../src/notifications/read.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { absent } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { lastDelivery, type Receiver, receiverAddress, receiverButtons, stateOf } from './parts.ts'

/** Renders the webhooks with their state, and with a CSRF token the buttons of each. */
export function webhookTable(webhooks: Webhook[], csrf: string | undefined): Html {
  const rows = webhooks.map((webhook) => ({
    receiver: { kind: 'webhook', id: webhook.id } as const,
    state: webhook.state,
    label: webhook.url,
    cells: [eventsOf(webhook), stateOf(webhook), lastDelivery(webhook)],
  }))
  return table('webhooks', ['URL', 'Events', 'State', 'Last delivery'], rows, csrf)
}

/** Renders the channels with their state, and with a CSRF token the buttons of each. */
export function channelTable(channels: Channel[], csrf: string | undefined): Html {
  const rows = channels.map((channel) => ({
    receiver: { kind: 'channel', id: channel.id } as const,
    state: channel.state,
    label: visibleName(channel),
    cells: [channel.hour === null ? absent : hourOf(channel.hour), stateOf(channel), lastDelivery(channel)],
  }))
  return table('channels', ['Channel', 'Daily digest', 'State', 'Last delivery'], rows, csrf)
}

/** Renders the hour of a digest as a time. */
export function hourOf(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** Renders the events that a webhook has chosen. */
export function eventsOf({ events }: Pick<Webhook, 'events'>): string {
  return events.includes(everyEvent) ? 'All' : events.join(', ')
}

type Row = { receiver: Receiver; state: Webhook['state']; label: string; cells: Html[] }

function table(id: string, columns: string[], rows: Row[], csrf: string | undefined): Html {
  return html`<div class="table" tabindex="0" role="region" aria-labelledby=${id}>
    <table class="rows">
      <thead>
        <tr>${[...columns, ...(csrf ? ['Actions'] : [])].map((column) => html`<th scope="col">${column}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ receiver, state, label, cells }) => html`<tr>
            <th scope="row" class="wide"><a href=${receiverAddress(receiver)}>${label}</a></th>
            ${cells.map((cell) => html`<td class="wide">${cell}</td>`)}
            ${csrf && html`<td>${receiverButtons(receiver, state, csrf)}</td>`}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
