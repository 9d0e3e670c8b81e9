import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { type KindName, kindNames, kinds } from '../../portfolio/kinds.ts'
import { baseFields, Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { httpUrl } from '../../record/rules/http-url.ts'
import { rule } from '../../record/rules/rule.ts'

/** Stands for every event of the change feed. */
export const everyEvent = '*'

// The events of one kind beside those that every kind has.
const more: Partial<Record<KindName, string[]>> = {
  direction: ['deleted'],
  insight: ['retracted', 'restored'],
  economics: ['retracted', 'restored'],
  decision: ['owner_changed'],
  task: ['owner_changed'],
  canon_rule: ['approved', 'approval_withdrawn'],
}

/** The events that a webhook can choose, by the entity and the event of a change in the change feed. */
export const events: readonly string[] = [
  everyEvent,
  ...kindNames.flatMap((kind) => {
    const changed = kinds[kind].status === null ? ['updated'] : ['updated', 'status_changed']
    return ['created', ...changed, ...(more[kind] ?? [])].map((event) => `${kind}.${event}`)
  }),
  ...['proposed', 'applied', 'rejected', 'withdrawn', 'expired'].map((event) => `proposal.${event}`),
]

/** The states of a webhook. A paused one failed too often, which the server found. */
const states = ['on', 'off', 'paused'] as const

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

const fields = {
  ...baseFields,
  // The host of the address, which names the webhook in history.
  name: field(z.string(), p.text()),
  url: field(httpUrl, hidden.text()),
  events: field(chosenEvents, p.json<string[]>()),
  state: field(z.enum(states), p.enum([...states]).default('on')),
  state_reason: field(z.string().nullable(), p.text().strictNullable().default(null)),
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
}

/** A webhook: an address to which changes of the portfolio are sent, signed by its secret. */
export const webhooks = defineEntity({
  name: 'webhook',
  tableName: 'webhooks',
  properties: columns(fields),
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
