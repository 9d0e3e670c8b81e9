import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { timestampColumn } from '../record/column.ts'
import { columns, field, rules } from '../record/field.ts'
import { Id } from '../record/id.ts'
import { Provenance } from '../record/provenance.ts'
import { Timestamp } from '../record/base-fields.ts'

const surfaces = ['http', 'mcp', 'admin', 'cli'] as const

/** What changed: each field with its value before and after. */
export const Changes = z
  .record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() }))
  .meta({ examples: [{ status: { from: 'active', to: 'paused' } }] })
export type Changes = z.output<typeof Changes>

const UsedToken = z.strictObject({ id: Id, name: z.string() })
type UsedToken = z.output<typeof UsedToken>

const fields = {
  id: field(Id, p.bigint('number').primary()),
  record_type: field(z.string(), p.text()),
  record_id: field(Id, p.bigint('number')),
  event: field(z.string().meta({ examples: ['updated'] }), p.text()),
  actor: field(Provenance, p.json<Provenance>()),
  // The access token that a person acted by.
  token: field(UsedToken.nullable(), p.json<UsedToken>().strictNullable().default(null)),
  changes: field(Changes, p.json<Changes>()),
  surface: field(z.enum(surfaces), p.enum([...surfaces])),
  request_id: field(z.string().nullable(), p.text().strictNullable().default(null)),
  // The order in which changes became visible: a later id may be committed first, so the feed goes by this.
  transaction_id: field(
    z.string(),
    p.string().columnType('xid8').defaultRaw('pg_current_xact_id()').$type<string>(),
  ),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** Every change of every record, written in the transaction of the change. The change feed reads it too. */
export const history = defineEntity({
  name: 'history',
  tableName: 'history',
  properties: columns(fields),
  indexes: [
    { name: 'history_record', properties: ['record_type', 'record_id', 'id'] },
    { name: 'history_feed', properties: ['transaction_id', 'id'] },
  ],
})
export const StoredHistory = z.object(rules(fields))
export type StoredHistory = z.output<typeof StoredHistory>
