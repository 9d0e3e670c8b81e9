import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields, Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { labels } from '../../record/rules/description.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { text, textMatching } from '../../record/rules/text.ts'
import { wordsColumn } from '../../record/text-search.ts'

const fields = {
  ...baseFields,
  name: field(
    withoutCredentials(textMatching(100, /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u)).register(labels, {
      en: 'Name',
      ru: 'Имя',
    }),
    p.text(),
  ),
  title: field(nullable(withoutCredentials(text(255))), p.text().strictNullable().default(null)),
  description: field(nullable(withoutCredentials(text(10_000))), p.text().strictNullable().default(null)),
  model: field(nullable(withoutCredentials(text(100))), p.text().strictNullable().default(null)),
  is_active: field(boolean, p.boolean().default(true)),
  restart_count: field(z.int(), p.integer().default(0)),
  last_restarted_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  last_seen_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  deleted_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
}

/** The agent that answers at `/bot/main`. It is seeded and cannot be deleted. */
export const mainAgent = 'main'

/** An assistant whose name bots log under. The row of a deleted agent stays for its conversations. */
export const agents = defineEntity({
  name: 'agent',
  tableName: 'agents',
  properties: { ...columns(fields), ...wordsColumn('name', 'title') },
  indexes: [
    {
      name: 'agents_name_taken',
      expression: `create unique index "agents_name_taken" on "agents" (lower("name")) where "deleted_at" is null`,
    },
  ],
})
const StoredAgent = z.object(rules(fields))
type StoredAgent = z.output<typeof StoredAgent>

declare module '../../database/tables.ts' {
  interface Tables {
    agents: StoredAgent
  }
}

/** An agent, as answers show it. */
export const Agent = StoredAgent.omit({ deleted_at: true })
export type Agent = z.output<typeof Agent>

const settable = Agent.omit({
  ...serverFields,
  restart_count: true,
  last_restarted_at: true,
  last_seen_at: true,
}).partial()

export const NewAgent = settable
  .required({ name: true })
  .meta({ examples: [{ name: 'sales-bot', title: 'Answers questions about prices', model: 'small' }] })
export type NewAgent = z.output<typeof NewAgent>

export const AgentChange = settable.meta({
  examples: [{ title: 'Answers questions about prices and delivery' }],
})
export type AgentChange = z.output<typeof AgentChange>

/** Body that switches an agent to `is_active`, or to the opposite state if that is omitted. */
export const AgentToggle = z
  .object({ is_active: boolean.optional() })
  .meta({ examples: [{ is_active: false }] })
export type AgentToggle = z.output<typeof AgentToggle>
