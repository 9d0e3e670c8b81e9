import { hash, randomUUID } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Change } from '../../journal/change-feed/feed.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { choiceOf, type Enumeration, values } from '../../record/rules/enumeration.ts'
import { Id } from '../../record/rules/id.ts'
import { channels } from '../channel/channel.ts'
import { phraseColumn } from '../reason.ts'
import { webhooks } from '../webhook/webhook.ts'

/** What became of a delivery. A waiting one is sent until it arrives. */
const results = {
  waiting: { en: ['Waiting'], ru: ['Ждёт'] },
  delivered: { en: ['Delivered'], ru: ['Доставлено'] },
  failed: { en: ['Failed'], ru: ['Не доставлено'] },
} as const satisfies Enumeration

/** The types of the deliveries that an admin sends to try a webhook or a channel. */
export const testTypes = { webhook: 'webhook.test', channel: 'channel.test' }

const optionalTime = () => timestampColumn().strictNullable().default(null)

const fields = {
  id: field(Id, p.bigint('number').primary()),
  // It is for a webhook or for a channel.
  webhook_id: field(
    Id.nullable(),
    p
      .manyToOne(webhooks)
      .mapToPk()
      .fieldName('webhook_id')
      .strictNullable()
      .default(null)
      .updateRule('no action')
      .deleteRule('cascade'),
  ),
  channel_id: field(
    Id.nullable(),
    p
      .manyToOne(channels)
      .mapToPk()
      .fieldName('channel_id')
      .strictNullable()
      .default(null)
      .updateRule('no action')
      .deleteRule('cascade'),
  ),
  // The same for each attempt, so that receivers recognize a repetition.
  message_id: field(z.string(), p.text()),
  type: field(z.string(), p.text()),
  // Text, because the signature is about each byte.
  body: field(z.string(), p.text()),
  result: field(choiceOf(results), p.enum(values(results)).default('waiting')),
  attempts: field(z.int(), p.integer().default(0)),
  next_attempt_at: field(Timestamp.nullable(), optionalTime()),
  last_attempt_at: field(Timestamp.nullable(), optionalTime()),
  duration_ms: field(z.int().nullable(), p.integer().strictNullable().default(null)),
  status: field(z.int().nullable(), p.integer().strictNullable().default(null)),
  // The start of the answer, or why there is none.
  answer: field(z.string().nullable(), p.text().strictNullable().default(null)),
  failure: field(z.string().nullable(), p.text().strictNullable().default(null)),
  failure_phrase: phraseColumn(),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** A message to a webhook or a channel, and its latest attempt. */
export const deliveries = defineEntity({
  name: 'delivery',
  tableName: 'deliveries',
  properties: columns(fields),
  indexes: [
    {
      name: 'deliveries_waiting',
      expression: `create index "deliveries_waiting" on "deliveries" ("webhook_id", "id") where "result" = 'waiting'`,
    },
    {
      name: 'deliveries_channel_waiting',
      expression: `create index "deliveries_channel_waiting" on "deliveries" ("channel_id", "id") where "result" = 'waiting'`,
    },
    { name: 'deliveries_channel', properties: ['channel_id', 'id'] },
    { name: 'deliveries_webhook', properties: ['webhook_id', 'id'] },
    {
      name: 'deliveries_ended',
      expression: `create index "deliveries_ended" on "deliveries" ("created_at") where "result" <> 'waiting'`,
    },
  ],
})
const StoredDelivery = z.object(rules(fields))
export type StoredDelivery = z.output<typeof StoredDelivery>

declare module '../../database/tables.ts' {
  interface Tables {
    deliveries: StoredDelivery
  }
}

/** Returns a new id of a message. */
export function newMessageId(): string {
  return `msg_${randomUUID()}`
}

/**
 * Returns the id of the message about a change to a webhook. A server that repeats the last changes after a failover or a
 * restore sends the same id. The time tells entries apart that got one id, because a failover lost the first.
 */
export function changeMessageId(
  webhook_id: number,
  { history_id, at }: Pick<Change, 'history_id' | 'at'>,
): string {
  return `msg_${hash('sha256', `${webhook_id} ${history_id} ${at}`).slice(0, 32)}`
}

const keptDays = 14

/** Deletes the deliveries that ended 14 days ago. One that waits is kept until it is delivered. */
export async function deleteOldDeliveries(em: EntityManager): Promise<void> {
  await sql`
    delete from deliveries where result <> 'waiting' and created_at < now() - ${keptDays} * interval '1 day'
      and coalesce(last_attempt_at, created_at) < now() - ${keptDays} * interval '1 day'
  `.execute(em.getKysely())
}
