import { everyEvent } from '../../../../src/notifications/events.ts'
import type { Webhook } from '../../../../src/notifications/read.ts'
import { type Html, html } from '../../html/html.ts'
import { postButton } from '../../html/post-button.ts'
import { lastDelivery, notificationsAddress, stateOf } from './parts.ts'

/** Renders the webhooks with their state and the buttons of each. */
export function webhookTable(webhooks: Webhook[], csrf: string): Html {
  return html`<div class="table" tabindex="0" role="region" aria-labelledby="webhooks">
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">URL</th>
          <th scope="col">Events</th>
          <th scope="col">State</th>
          <th scope="col">Last delivery</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        ${webhooks.map(
          (webhook) => html`<tr>
            <th scope="row" class="wide"><a href=${webhookAddress(webhook)}>${webhook.url}</a></th>
            <td class="wide">${eventsOf(webhook)}</td>
            <td class="wide">${stateOf(webhook)}</td>
            <td>${lastDelivery(webhook)}</td>
            <td><div class="buttons">${webhookButtons(webhook, csrf)}</div></td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** Returns the address of the page with the deliveries of a webhook. */
export function webhookAddress({ id }: Pick<Webhook, 'id'>): string {
  return `${notificationsAddress}/webhooks/${id}`
}

/** Renders the events that a webhook has chosen. */
export function eventsOf({ events }: Pick<Webhook, 'events'>): string {
  return events.includes(everyEvent) ? 'All' : events.join(', ')
}

/** Renders the buttons of a webhook. */
export function webhookButtons({ id, state }: Pick<Webhook, 'id' | 'state'>, csrf: string): Html {
  const address = webhookAddress({ id })
  return html`
    ${postButton(`${address}/test`, csrf, 'Send test')}
    ${postButton(`${address}/secret`, csrf, 'New secret')}
    ${state === 'on' ? postButton(`${address}/off`, csrf, 'Switch off') : postButton(`${address}/on`, csrf, 'Switch on')}
    <a class="button danger" href=${`${address}/delete`}>Delete</a>
  `
}
