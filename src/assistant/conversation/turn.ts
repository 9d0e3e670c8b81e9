import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { instant } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Id } from '../../record/id.ts'
import { nullable } from '../../record/rule.ts'
import { Instant } from '../../record/stored.ts'
import { term, values } from '../../record/term.ts'
import { text } from '../../record/text.ts'
import { providerErrors, turnRoles, turnSources } from '../vocabulary.ts'
import { conversations } from './conversation.ts'

/** The most that one turn may say. */
export const longestTurn = 20_000

const fields = {
  id: field(Id, p.bigint('number').primary()),
  conversation_id: field(Id, p.manyToOne(conversations).mapToPk().fieldName('conversation_id')),
  // The same as the conversation's, so that one index gives a contact's turns in their order.
  contact_id: field(Id, p.bigint('number')),
  role: field(term(turnRoles), p.enum(values(turnRoles))),
  source: field(term(turnSources), p.enum(values(turnSources))),
  text: field(text(longestTurn), p.text()),
  message_id: field(nullable(text(191)), p.text().strictNullable().default(null)),
  // The user's turn that an assistant's turn answers: at most one answer each.
  reply_to: field(Id.nullable(), p.bigint('number').strictNullable().default(null)),
  // Until when whoever took a user's turn may still answer it; then another may.
  reply_due: field(Instant.nullable(), instant().strictNullable().default(null)),
  // Why a fallback stands where an answer of the language model should.
  provider_error: field(
    z.enum(providerErrors).nullable(),
    p
      .enum([...providerErrors])
      .strictNullable()
      .default(null),
  ),
  created_at: field(Instant, instant().defaultRaw('now()')),
}

/** One thing said, by a contact or by an assistant. */
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
