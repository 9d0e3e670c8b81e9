import type { FastifyReply, FastifyRequest } from 'fastify'
import { policyAllows } from '../../../../src/access/policy.ts'
import { languages } from '../../../../src/language/languages.ts'
import { phrase } from '../../../../src/language/phrase.ts'
import { channelKinds, NewChannel } from '../../../../src/notifications/channel/channel.ts'
import { listChannels } from '../../../../src/notifications/channel/read.ts'
import type { ReceiverKind } from '../../../../src/notifications/receiver.ts'
import { listSubscriptions, listWebhooks } from '../../../../src/notifications/webhook/read.ts'
import { everyEvent, NewWebhook } from '../../../../src/notifications/webhook/webhook.ts'
import type { FieldErrors, Message } from '../../../../src/record/fault.ts'
import { labelOf, values } from '../../../../src/record/rules/enumeration.ts'
import { type Control, controlsOf } from '../../form/controls.ts'
import { form } from '../../form/form.ts'
import { type Html, html } from '../../html/html.ts'
import { pageLanguage, t } from '../../html/text.ts'
import type { FormValues } from '../../record/record.ts'
import { recordPhrase } from '../../record/record-text.ts'
import { allRecords } from '../../records/index.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { failingNotice, notificationsAddress } from './parts.ts'
import { channelTable, subscriptionTable, webhookTable } from './tables.ts'

/** What a form sent that is invalid, and why. */
type Rejected = { kind: ReceiverKind; values: FormValues; errors: FieldErrors }

/** Shows the channels and the webhooks, with a form for a new one of each. */
export async function showNotifications(request: FastifyRequest, reply: FastifyReply, rejected?: Rejected) {
  const { read, notifications } = request.server
  const title = t('notifications.title')
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
      submit: t('notifications.create'),
      prefix: kind,
    })
  const content = (csrf: string) => html`
    <div>
      <h1>${title}</h1>
      <p class="about">${t('notifications.about')}</p>
    </div>
    ${notifications ? null : html`<p class="notice warning">${t('notifications.keyIsMissing')}</p>`}
    ${failing}
    ${section('channels', t('notifications.channels'), channels.length === 0 ? html`<p class="absent">${t('notifications.noChannel')}</p>` : channelTable(channels, mayChange ? csrf : undefined))}
    ${
      mayCreate &&
      section(
        'new-channel',
        t('notifications.newChannel'),
        html`
          <p class="help">${t('notifications.channelsAbout')}</p>
          ${ownForm('channel', channelControls(), { kind: 'telegram', language: pageLanguage(), hour: 9 }, csrf)}
        `,
      )
    }
    ${section('webhooks', t('notifications.webhooks'), webhooks.length === 0 ? html`<p class="absent">${t('notifications.noWebhook')}</p>` : webhookTable(webhooks, mayChange ? csrf : undefined))}
    ${
      mayCreate &&
      section(
        'new-webhook',
        t('notifications.newWebhook'),
        html`
          <p class="help">${t('notifications.webhooksAbout')}</p>
          ${ownForm('webhook', webhookControls(), {}, csrf)}
        `,
      )
    }
    ${section('subscriptions', t('notifications.subscriptions'), subscriptions.length === 0 ? html`<p class="absent">${t('notifications.noSubscription')}</p>` : subscriptionTable(subscriptions, mayChange ? csrf : undefined))}
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
    if (!options) return { ...control, label: phrase('notifications.url') }
    const isUsual = ({ group }: { group: Message }) => group === usualGroup
    return {
      ...control,
      label: phrase('notifications.events'),
      options: [...options.filter(isUsual), ...options.filter((option) => !isUsual(option))],
    }
  })
}

const usualGroup = phrase('notifications.usualEvents')

// The kinds of records of which events are about, by the part of an event before the dot.
const groups = new Map<string, Message>([
  ['proposal', phrase('notifications.proposal')],
  ...allRecords.map((pages) => [pages.historyType, recordPhrase(pages, 'name')] as const),
])

function groupOf(event: string): { group: Message; meaning?: string } {
  if (event === everyEvent) return { group: usualGroup, meaning: t('notifications.everyEvent') }
  const [kind = ''] = event.split('.')
  return { group: usualEvents.includes(event) ? usualGroup : (groups.get(kind) ?? kind) }
}

const channelTexts: Record<string, Partial<Control>> = {
  kind: {
    label: phrase('notifications.kind'),
    options: values(channelKinds).map((value) => ({ value, label: labelOf(channelKinds, value) ?? value })),
  },
  bot_token: {
    label: phrase('notifications.botToken'),
    help: phrase('notifications.botTokenHelp'),
    kind: 'password',
    autocomplete: 'off',
  },
  chat_id: { label: phrase('notifications.chat'), help: phrase('notifications.chatHelp') },
  url: {
    label: phrase('notifications.url'),
    help: phrase('notifications.slackAddressHelp'),
    // The address of a Slack channel admits to it.
    isSecret: true,
  },
  email: { label: phrase('notifications.emailAddress'), help: phrase('notifications.emailHelp') },
  language: {
    label: phrase('notifications.language'),
    help: phrase('notifications.languageHelp'),
    options: Object.entries(languages).map(([value, label]) => ({ value, label })),
  },
  hour: { label: phrase('notifications.hour'), help: phrase('notifications.hourHelp') },
}

/** Returns the controls of a channel. A token is not shown again, not even in the form that was rejected. */
export function channelControls(): Control[] {
  return controlsOf(NewChannel).map((control) => ({ ...control, ...channelTexts[control.name] }))
}
