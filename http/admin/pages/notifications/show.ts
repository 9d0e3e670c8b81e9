import type { FastifyReply, FastifyRequest } from 'fastify'
import { policyAllows } from '../../../../src/access/policy.ts'
import { NewChannel } from '../../../../src/notifications/channel/channel.ts'
import { listChannels } from '../../../../src/notifications/channel/read.ts'
import type { ReceiverKind } from '../../../../src/notifications/receiver.ts'
import { listSubscriptions, listWebhooks } from '../../../../src/notifications/webhook/read.ts'
import { everyEvent, NewWebhook } from '../../../../src/notifications/webhook/webhook.ts'
import type { FieldErrors } from '../../../../src/record/fault.ts'
import { type Control, controlsOf } from '../../form/controls.ts'
import { form } from '../../form/form.ts'
import { type Html, html } from '../../html/html.ts'
import { words } from '../../html/words.ts'
import type { FormValues } from '../../record/record.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import {
  channelTable,
  failingNotice,
  notificationsAddress,
  subscriptionTable,
  webhookTable,
} from './parts.ts'

/** What a form sent that is invalid, and why. */
type Rejected = { kind: ReceiverKind; values: FormValues; errors: FieldErrors }

const title = 'Notifications'

/** Shows the channels and the webhooks, with a form for a new one of each. */
export async function showNotifications(request: FastifyRequest, reply: FastifyReply, rejected?: Rejected) {
  const { read, notifications } = request.server
  const mayChange = policyAllows('administer', personOf(request))
  const mayCreate = notifications !== undefined && mayChange
  const [webhooks, subscriptions, channels, failing] = await Promise.all([
    listWebhooks(read),
    listSubscriptions(read),
    listChannels(read),
    failingNotice(request),
  ])
  const ownForm = (kind: ReceiverKind, controls: Control[], initial: FormValues, csrf: string) =>
    form({
      action: `${notificationsAddress}/${kind}s`,
      csrf,
      controls,
      values: rejected?.kind === kind ? rejected.values : initial,
      errors: rejected?.kind === kind ? rejected.errors : {},
      submit: 'Create',
      prefix: kind,
    })
  const content = (csrf: string) => html`
    <div>
      <h1>${title}</h1>
      <p class="about">Where the server reports what happens: to people and to programs.</p>
    </div>
    ${notifications ? null : html`<p class="notice warning">Nothing is sent, because SECRET_KEY is not set. Set it to 32 bytes in base64, the same for all servers of the database.</p>`}
    ${failing}
    ${section('channels', 'Channels', channels.length === 0 ? html`<p class="absent">There is no channel.</p>` : channelTable(channels, mayChange ? csrf : undefined))}
    ${
      mayCreate &&
      section(
        'new-channel',
        'New channel',
        html`
          <p class="help">
            For people. They get a message at once about a critical signal, a proposal that waits, a guard that fails and a paused
            webhook, and get a digest once a day.
          </p>
          ${ownForm('channel', channelControls(), { kind: 'telegram', hour: 9 }, csrf)}
        `,
      )
    }
    ${section('webhooks', 'Webhooks', webhooks.length === 0 ? html`<p class="absent">There is no webhook.</p>` : webhookTable(webhooks, mayChange ? csrf : undefined))}
    ${
      mayCreate &&
      section(
        'new-webhook',
        'New webhook',
        html`
          <p class="help">
            For a program. Each change of the portfolio is sent as JSON in a POST to the URL, signed as the Standard
            Webhooks specification says. It begins with the changes after the creation.
          </p>
          ${ownForm('webhook', webhookControls(), {}, csrf)}
        `,
      )
    }
    ${section('subscriptions', 'Subscriptions of agents', subscriptions.length === 0 ? html`<p class="absent">No agent has subscribed to events.</p>` : subscriptionTable(subscriptions, mayChange ? csrf : undefined))}
  `
  return sendPage(request, reply, { title, content }, rejected ? 422 : 200)
}

function section(id: string, heading: string, content: Html): Html {
  return html`<section class="part" aria-labelledby=${id}>
    <h2 id=${id}>${heading}</h2>
    ${content}
  </section>`
}

// What a person decides on or is late for, and what others have done.
const usualEvents = [
  'signal.created',
  'proposal.proposed',
  'decision.created',
  'decision.verdict_due',
  'task.status_changed',
]

/** Returns the controls of a webhook. Its events stand in groups: what most people choose, then those of each kind. */
export function webhookControls(): Control[] {
  return controlsOf(NewWebhook).map((control) => {
    const options = control.options?.map((option) => ({ ...option, ...groupOf(option.value) }))
    if (!options) return control
    const isUsual = ({ group }: { group: string }) => group === usualGroup
    return {
      ...control,
      options: [...options.filter(isUsual), ...options.filter((option) => !isUsual(option))],
    }
  })
}

const usualGroup = 'What most people choose'

function groupOf(event: string): { group: string; meaning?: string } {
  if (event === everyEvent) return { group: usualGroup, meaning: 'all events' }
  const [kind = ''] = event.split('.')
  return { group: usualEvents.includes(event) ? usualGroup : words(kind) }
}

/** Returns the controls of a channel. A token is not shown again, not even in the form that was rejected. */
export function channelControls(): Control[] {
  const changes: Record<string, Partial<Control>> = {
    bot_token: { kind: 'password', autocomplete: 'off' },
    // The address of a Slack channel admits to it.
    url: { isSecret: true },
    hour: { help: NewChannel.shape.hour.description },
  }
  return controlsOf(NewChannel).map((control) => ({ ...control, ...changes[control.name] }))
}
