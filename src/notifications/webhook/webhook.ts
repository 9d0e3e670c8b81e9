import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { oauthRecords } from '../../access/oauth/record.ts'
import { tokens } from '../../access/token.ts'
import { type KindName, kindNames, kinds } from '../../portfolio/kinds.ts'
import { baseFields, Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { choiceOf, type Enumeration, values } from '../../record/rules/enumeration.ts'
import { httpUrl } from '../../record/rules/http-url.ts'
import { Id } from '../../record/rules/id.ts'
import { rule } from '../../record/rules/rule.ts'
import { type FailureReason, failureReasons } from '../post.ts'
import { phraseColumn } from '../reason.ts'

/** Stands for every event of the change feed. */
export const everyEvent = '*'

// The events of one kind beside those that every kind has.
const more: Partial<Record<KindName, string[]>> = {
  direction: ['deleted'],
  insight: ['retracted', 'restored'],
  economics: ['retracted', 'restored'],
  decision: ['owner_changed', 'verdict_due'],
  task: ['owner_changed', 'claimed', 'released'],
  canon_rule: ['approved', 'approval_withdrawn'],
}

/** The events that a webhook can choose, by the entity and the event of a change in the change feed. */
export const events: readonly string[] = [
  everyEvent,
  ...kindNames.flatMap((kind) => {
    const changed = kinds[kind].status === null ? ['updated'] : ['updated', 'status_changed']
    return ['created', ...changed, ...(more[kind] ?? [])].map((event) => `${kind}.${event}`)
  }),
  ...['proposed', 'changes_wanted', 'applied', 'rejected', 'withdrawn', 'expired'].map(
    (event) => `proposal.${event}`,
  ),
]

/** The states of a webhook. A paused one failed too often, which the server found. */
const webhookStates = {
  on: { en: ['On'], ru: ['Включён'] },
  off: { en: ['Off'], ru: ['Выключен'] },
  paused: { en: ['Paused'], ru: ['На паузе'] },
} as const satisfies Enumeration

const chosenEvents = rule(
  (value) => {
    const names = [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(/[\s,]+/) : [part]))
    const chosen = [...new Set(names)].filter((name) => name !== '' && name !== undefined && name !== null)
    return chosen.length > 0 ? chosen : null
  },
  z.array(z.enum(events as [string, ...string[]])),
)

// History shows no hidden field: the address may contain a secret of the receiver, and the others are the position of the sender.
const hidden = {
  text: () => p.text().hidden(),
  optionalText: () => p.text().strictNullable().default(null).hidden(),
  optionalTime: () => timestampColumn().strictNullable().default(null).hidden(),
}

// A webhook that has these is the subscription of a credential to one type of events, which is all that `events` contains.
const subscriptionFields = {
  subscription: field(z.string().nullable(), hidden.optionalText()),
  arguments: field(
    z.record(z.string(), z.unknown()).nullable(),
    p.json<Record<string, unknown>>().strictNullable().default(null).hidden(),
  ),
  credential: field(z.string().nullable(), hidden.optionalText()),
  // The owner is a stored token, a connection, or a token from the environment.
  token_id: field(
    Id.nullable(),
    p
      .manyToOne(tokens)
      .mapToPk()
      .fieldName('token_id')
      .strictNullable()
      .default(null)
      .updateRule('no action')
      .deleteRule('cascade'),
  ),
  grant_id: field(
    Id.nullable(),
    p
      .manyToOne(oauthRecords)
      .mapToPk()
      .fieldName('grant_id')
      .strictNullable()
      .default(null)
      .updateRule('no action')
      .deleteRule('cascade')
      .hidden(),
  ),
  environment_digest: field(z.string().nullable(), hidden.optionalText()),
  expires_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  // Occurrences before this time are not sent.
  oldest_at: field(Timestamp.nullable(), hidden.optionalTime()),
  // The cursor after the last occurrence that was delivered or given up.
  delivered_cursor: field(z.string().nullable(), hidden.optionalText()),
  last_error: field(
    z.enum(failureReasons).nullable(),
    p.text().$type<FailureReason>().strictNullable().default(null).hidden(),
  ),
}

const fields = {
  ...baseFields,
  // The host of the address, which names the webhook in history.
  name: field(z.string(), p.text()),
  url: field(httpUrl, hidden.text()),
  events: field(chosenEvents, p.json<string[]>()),
  state: field(choiceOf(webhookStates), p.enum(values(webhookStates)).default('on')),
  state_reason: field(z.string().nullable(), p.text().strictNullable().default(null)),
  state_reason_phrase: phraseColumn(),
  secret: field(z.string(), hidden.text()),
  previous_secret: field(z.string().nullable(), hidden.optionalText()),
  previous_secret_until: field(Timestamp.nullable(), hidden.optionalTime()),
  // The position in the change feed. The snapshot is the moment of the creation, and the time that of the last change.
  cursor: field(z.string(), hidden.text()),
  cursor_at: field(Timestamp, timestampColumn().defaultRaw('now()').hidden()),
  snapshot: field(z.string().nullable(), hidden.optionalText()),
  failures: field(z.int(), p.integer().default(0).hidden()),
  failing_since: field(Timestamp.nullable(), hidden.optionalTime()),
  // The server that sends now, and until when no other one does.
  sender: field(z.string().nullable(), hidden.optionalText()),
  sender_until: field(Timestamp.nullable(), hidden.optionalTime()),
  ...subscriptionFields,
}

function partialIndex(column: string, name: string, kind = '') {
  return {
    name,
    expression: `create ${kind}index "${name}" on "webhooks" ("${column}") where "${column}" is not null`,
  }
}

/** A webhook: an address to which changes of the portfolio are sent, signed by its secret. */
export const webhooks = defineEntity({
  name: 'webhook',
  tableName: 'webhooks',
  properties: columns(fields),
  checks: [
    {
      name: 'webhooks_owner_check',
      expression: `num_nonnulls("token_id", "grant_id", "environment_digest") = num_nonnulls("subscription")
          and num_nonnulls("arguments", "credential", "expires_at") = 3 * num_nonnulls("subscription")`,
    },
  ],
  indexes: [
    partialIndex('subscription', 'webhooks_subscription_taken', 'unique '),
    partialIndex('credential', 'webhooks_credential'),
    partialIndex('token_id', 'webhooks_token'),
    partialIndex('grant_id', 'webhooks_grant'),
  ],
})
const StoredWebhook = z.object(rules(fields))
export type StoredWebhook = z.output<typeof StoredWebhook>

declare module '../../database/tables.ts' {
  interface Tables {
    webhooks: StoredWebhook
  }
}

/** The input of a new webhook. */
export const NewWebhook = StoredWebhook.pick({ url: true, events: true })
export type NewWebhook = z.output<typeof NewWebhook>
