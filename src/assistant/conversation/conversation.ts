import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Id } from '../../record/rules/id.ts'
import { agents } from '../agent/agent.ts'

const fields = {
  id: field(Id, p.bigint('number').primary()),
  // The contact belongs to src/operations, which only soft-deletes it.
  contact_id: field(Id, p.bigint('number')),
  agent_id: field(Id, p.manyToOne(agents).mapToPk().fieldName('agent_id')),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** The conversation of a contact with an agent. */
export const conversations = defineEntity({
  name: 'conversation',
  tableName: 'conversations',
  properties: columns(fields),
  uniques: [{ name: 'conversations_contact_agent', properties: ['contact_id', 'agent_id'] }],
})
const Conversation = z.object(rules(fields))
type Conversation = z.output<typeof Conversation>

declare module '../../database/tables.ts' {
  interface Tables {
    conversations: Conversation
  }
}
