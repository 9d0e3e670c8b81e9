import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import { surfaces, UsedToken } from '../access/actor.ts'
import { sqlText } from '../database/tables.ts'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { columns, field, rules } from '../record/field.ts'
import { Provenance } from '../record/provenance.ts'
import { Id } from '../record/rules/id.ts'

/** The changed fields, each with its value before and after. */
export const Changes = z
  .record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() }))
  .meta({ examples: [{ status: { from: 'active', to: 'paused' } }] })
export type Changes = z.output<typeof Changes>

const fields = {
  id: field(Id, p.bigint('number').primary()),
  record_type: field(z.string(), p.text()),
  record_id: field(Id, p.bigint('number')),
  event: field(z.string().meta({ examples: ['updated'] }), p.text()),
  actor: field(Provenance, p.json<Provenance>()),
  // The access token that the user acted with.
  token: field(UsedToken.nullable(), p.json<UsedToken>().strictNullable().default(null)),
  // The person who approved the change, if it was proposed.
  approved_by: field(Provenance.nullable(), p.json<Provenance>().strictNullable().default(null)),
  // Why, as the request of the change says.
  reason: field(z.string().nullable(), p.text().strictNullable().default(null)),
  changes: field(Changes, p.json<Changes>()),
  surface: field(z.enum(surfaces), p.enum([...surfaces])),
  request_id: field(z.string().nullable(), p.text().strictNullable().default(null)),
  // The change feed is ordered by this column: a row with a higher id may be committed first.
  transaction_id: field(
    z.string(),
    p.string().columnType('xid8').defaultRaw('pg_current_xact_id()').$type<string>(),
  ),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

// The first three are also the text of an index. They name the columns of `history` without its name or an alias.

/** The key of the actor of an entry: `user:1`, `env_token:env:1`, `system`. */
export const actorKey = sql<string>`(("actor"->>'type') || coalesce(':' || ("actor"->>'id'), ''))`

/**
 * The time of an entry in UTC, for queries without another filter. The index on it orders by this expression and not by
 * the column: otherwise PostgreSQL also chooses it for filtered queries, and then reads all rows for a filter that few
 * of them match.
 */
export const entryTime = sql<string>`("created_at" at time zone 'utc')`

/** Whether an agent or a bot made a change. */
export const isByProgram = sql<boolean>`(("actor"->>'type') in ('portfolio_token', 'env_token', 'llm_key', 'bot'))`

/** Whether an entry changes its record. A note, a sign-in, a link or a connection changes no value of it. */
export const changesValue = sql<boolean>`("event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked',
  'unlinked', 'connected', 'disconnected'))`

/** Whether an entry changes a record. An entry of a proposal says what became of it, and changes no other record. */
export const isChange = sql<boolean>`(${changesValue} and "record_type" <> 'proposal')`

/** The history of all records, written in the transaction of each change. The change feed reads it too. */
export const history = defineEntity({
  name: 'history',
  tableName: 'history',
  properties: columns(fields),
  indexes: [
    { name: 'history_record', properties: ['record_type', 'record_id', 'id'] },
    { name: 'history_feed', properties: ['record_type', 'transaction_id', 'id'] },
    {
      name: 'history_time',
      expression: `create index "history_time" on "history" (${sqlText(entryTime)}, "id")`,
    },
    {
      name: 'history_programs',
      expression: `create index "history_programs" on "history" ("id") where ${sqlText(isByProgram)}`,
    },
    { name: 'history_type', properties: ['record_type', 'created_at', 'id'] },
    { name: 'history_surface', properties: ['surface', 'created_at', 'id'] },
    {
      name: 'history_actor',
      expression: `create index "history_actor" on "history" (${sqlText(actorKey)}, "created_at", "id")`,
    },
  ],
})
export const StoredHistory = z.object(rules(fields))
export type StoredHistory = z.output<typeof StoredHistory>

declare module '../database/tables.ts' {
  interface Tables {
    history: StoredHistory
  }
}

/** Identifies a record by its type, as in history, and its id. */
export type RecordRef = { record_type: string; record_id: number }
