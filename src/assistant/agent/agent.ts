import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { instant } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { flag } from '../../record/flag.ts'
import { nullable } from '../../record/rule.ts'
import { Instant, stored, unsettable } from '../../record/stored.ts'
import { code, text } from '../../record/text.ts'

const fields = {
  ...stored,
  name: field(code(100, /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u), p.text()),
  title: field(nullable(text(255)), p.text().strictNullable().default(null)),
  description: field(nullable(text(10_000)), p.text().strictNullable().default(null)),
  model: field(nullable(text(100)), p.text().strictNullable().default(null)),
  is_active: field(flag, p.boolean().default(true)),
  restart_count: field(z.int(), p.integer().default(0)),
  last_restarted_at: field(Instant.nullable(), instant().strictNullable().default(null)),
  last_seen_at: field(Instant.nullable(), instant().strictNullable().default(null)),
  deleted_at: field(Instant.nullable(), instant().strictNullable().default(null)),
}

/** The agent that answers at `/bot/main`; it is there from the beginning and stays. */
export const mainAgent = 'main'

/** An assistant that bots log under by its name. A removed one is kept for the conversations it had. */
export const agents = defineEntity({
  name: 'agent',
  tableName: 'agents',
  properties: columns(fields),
  indexes: [
    {
      name: 'agents_name_taken',
      expression: `create unique index "agents_name_taken" on "agents" (lower("name")) where "deleted_at" is null`,
    },
  ],
})
export const StoredAgent = z.object(rules(fields))
export type StoredAgent = z.output<typeof StoredAgent>

/** An agent as it is answered. */
export const Agent = StoredAgent.omit({ deleted_at: true })
export type Agent = z.output<typeof Agent>

const settable = Agent.omit({
  ...unsettable,
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

/** What switches an agent: to this state, or to the other one where none is given. */
export const AgentToggle = z.object({ is_active: flag.optional() }).meta({ examples: [{ is_active: false }] })
export type AgentToggle = z.output<typeof AgentToggle>
