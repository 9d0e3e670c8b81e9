import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { Id } from '../../record/rules/id.ts'
import { nullable } from '../../record/rules/rule.ts'
import { text } from '../../record/rules/text.ts'
import { providerErrors, turnRoles, turnSources } from '../vocabulary.ts'
import { conversations } from './conversation.ts'

/** The maximum length of one turn, in characters. */
export const maxTurnLength = 20_000

const fields = {
  id: field(Id, p.bigint('number').primary()),
  conversation_id: field(Id, p.manyToOne(conversations).mapToPk().fieldName('conversation_id')),
  // Copied from the conversation, so that one index serves the turns of a contact in order.
  contact_id: field(Id, p.bigint('number')),
  role: field(enumOf(turnRoles), p.enum(values(turnRoles))),
  source: field(enumOf(turnSources), p.enum(values(turnSources))),
  text: field(text(maxTurnLength), p.text()),
  message_id: field(nullable(text(191)), p.text().strictNullable().default(null)),
  // The user's turn that an assistant's turn replies to. Each has at most one reply.
  reply_to: field(Id.nullable(), p.bigint('number').strictNullable().default(null)),
  // Until when the request that claimed a user's turn may reply. After that another request may claim it.
  reply_due: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  // Why the reply is the fallback instead of an answer of the language model.
  provider_error: field(
    z.enum(providerErrors).nullable(),
    p
      .enum([...providerErrors])
      .strictNullable()
      .default(null),
  ),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** One message of a conversation, by the contact or by the assistant. */
export const turns = defineEntity({
  name: 'turn',
  tableName: 'turns',
  properties: columns(fields),
  indexes: [
    { name: 'turns_contact', properties: ['contact_id', 'id'] },
    { name: 'turns_conversation', properties: ['conversation_id', 'id'] },
    {
      name: 'turns_message',
      expression: `create unique index "turns_message" on "turns" ("conversation_id", "source", "message_id") where "message_id" is not null`,
    },
    {
      name: 'turns_reply_to',
      expression: `create unique index "turns_reply_to" on "turns" ("reply_to") where "reply_to" is not null`,
    },
  ],
})
export const StoredTurn = z.object(rules(fields))
export type StoredTurn = z.output<typeof StoredTurn>

declare module '../../database/tables.ts' {
  interface Tables {
    turns: StoredTurn
  }
}
