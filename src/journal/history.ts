import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import { surfaces, UsedToken } from '../access/actor.ts'
import { sqlText } from '../database/tables.ts'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { columns, field, rules } from '../record/field.ts'
import { Provenance } from '../record/provenance.ts'
import { choiceOf, values } from '../record/rules/enumeration.ts'
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
  // The fields that the request sent, of a write that guards check. Null for every other entry, and for older ones.
  fields: field(z.array(z.string()).nullable(), p.json<string[]>().strictNullable().default(null)),
  surface: field(choiceOf(surfaces), p.enum(values(surfaces))),
  // The change set that the entry is a part of. Null for one that stands alone, and for older ones.
  set_id: field(Id.nullable(), p.bigint('number').strictNullable().default(null)),
  // Whether lists leave the entry out, because the first one of its set stands for all.
  is_folded: field(z.boolean(), p.boolean().$type<boolean>().default(false)),
  request_id: field(z.string().nullable(), p.text().strictNullable().default(null)),
  // The change feed is ordered by this column: a row with a higher id may be committed first.
  transaction_id: field(
    z.string(),
    p.string().columnType('xid8').defaultRaw('pg_current_xact_id()').$type<string>(),
  ),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

// The first five are also the text of an index. They name the columns of `history` without its name or an alias.

/** Returns the key of the actor in a column: `user:1`, `env_token:env:1`, `system`. */
export function actorKeyOf(column: string) {
  const actor = sql.ref(column)
  return sql<string>`((${actor}->>'type') || coalesce(':' || (${actor}->>'id'), ''))`
}

/** The key of the actor of an entry. */
export const actorKey = actorKeyOf('actor')

/**
 * The time of an entry in UTC, for queries without another filter. The index on it orders by this expression and not by
 * the column: otherwise PostgreSQL also chooses it for filtered queries, and then reads all rows for a filter that few
 * of them match.
 */
export const entryTime = sql<string>`("created_at" at time zone 'utc')`

/** Whether an agent or a bot made a change. */
export const isByProgram = sql<boolean>`(("actor"->>'type') in ('portfolio_token', 'env_token', 'llm_key', 'bot'))`

/** Whether an entry may undo an earlier one of its record: it is by a person, or ends or restores the record. */
export const mayUndo = sql<boolean>`(("actor"->>'type') = 'user' or "event" in ('retracted', 'deleted', 'restored'))`

/** Whether lists show an entry: it stands alone, or for all of its change set. */
export const isListed = sql<boolean>`(not "is_folded")`

/**
 * Whether an entry changes its record. A note, a sign-in, a link, a connection, the claim of a task or a due verdict
 * changes no value of it.
 */
export const changesValue = sql<boolean>`("event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked',
  'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due'))`

/** Whether an entry changes a record. An entry of a proposal says what became of it, and changes no other record. */
export const isChange = sql<boolean>`(${changesValue} and "record_type" <> 'proposal')`

/** Whether an entry changes a record, and no person approved it before it was stored. */
export const isDirect = sql<boolean>`(${isChange} and "approved_by" is null)`

/** The fields with a choice that says how a record stands. */
export const standingChoices = [
  'status',
  'portfolio_status',
  'economics_status',
  'implementation_status',
  'product_binding_status',
  'health_state',
  'product_focus',
  'severity',
]
/** The fields that say how a record stands, as a list in SQL. */
export const standings = sql.join([...standingChoices, 'risk_summary'].map(sql.lit))

// Whether an entry changes a rule, or how a record stands.
const changesStanding = sql<boolean>`("record_type" = 'canon_rule' or "event" in ('retracted', 'deleted')
  or "event" <> 'created' and jsonb_exists_any("changes", array[${standings}]))`

const dueDays = sql`array['due_at', 'review_at']`

/**
 * Whether an entry changes a rule, the status, health, risk, focus or severity of a record, or the day on which it is due.
 * An index has its text.
 */
export const mayBeRisky = sql<boolean>`(${changesStanding} or jsonb_exists_any("changes", ${dueDays}))`

/**
 * Whether an entry changes a rule, the status, health, risk, focus or severity of a record, or made it due on a day that
 * was over.
 */
export const isRisky = sql<boolean>`(${changesStanding} or coalesce(
  least("changes" #>> '{due_at,to}', "changes" #>> '{review_at,to}') < ("created_at" at time zone 'utc')::date::text, false))`

/** The history of all records, written in the transaction of each change. The change feed reads it too. */
export const history = defineEntity({
  name: 'history',
  tableName: 'history',
  properties: columns(fields),
  indexes: [
    { name: 'history_record', properties: ['record_type', 'record_id', 'id'] },
    { name: 'history_transaction', properties: ['transaction_id', 'id'] },
    { name: 'history_feed', properties: ['record_type', 'transaction_id', 'id'] },
    {
      name: 'history_time',
      expression: `create index "history_time" on "history" (${sqlText(entryTime)}, "id")`,
    },
    {
      name: 'history_programs',
      expression: `create index "history_programs" on "history" ("id") where ${sqlText(isByProgram)}`,
    },
    {
      name: 'history_risky',
      expression: `create index "history_risky" on "history" ("id") where ${sqlText(isByProgram)} and ${sqlText(mayBeRisky)}`,
    },
    {
      name: 'history_undoing',
      expression: `create index "history_undoing" on "history" ("created_at", "record_type", "record_id") where ${sqlText(mayUndo)}`,
    },
    { name: 'history_type', properties: ['record_type', 'created_at', 'id'] },
    {
      name: 'history_surface',
      expression: `create index "history_surface" on "history" ("surface", "created_at", "id") where ${sqlText(isListed)}`,
    },
    {
      name: 'history_actor',
      expression: `create index "history_actor" on "history" (${sqlText(actorKey)}, "created_at", "id")`,
    },
    // Lists skip the other entries of a change set by these, however many there are.
    {
      name: 'history_listed_time',
      expression: `create index "history_listed_time" on "history" (${sqlText(entryTime)}, "id") where ${sqlText(isListed)}`,
    },
    {
      name: 'history_listed_type',
      expression: `create index "history_listed_type" on "history" ("record_type", "created_at", "id") where ${sqlText(isListed)}`,
    },
    {
      name: 'history_listed_actor',
      expression: `create index "history_listed_actor" on "history" (${sqlText(actorKey)}, "created_at", "id") where ${sqlText(isListed)}`,
    },
    {
      name: 'history_set',
      expression: `create index "history_set" on "history" ("set_id", "id") where "set_id" is not null`,
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
