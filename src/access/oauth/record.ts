import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Id } from '../../record/rules/id.ts'
import { users } from '../user.ts'

const fields = {
  id: field(Id, p.bigint('number').primary()),
  // The kind of record, as the OAuth library names it.
  model: field(z.string(), p.text()),
  digest: field(z.string(), p.text().hidden()),
  grant_digest: field(z.string().nullable(), p.text().strictNullable().default(null).hidden()),
  user_id: field(
    Id.nullable(),
    p.manyToOne(users).mapToPk().fieldName('user_id').strictNullable().default(null).deleteRule('cascade'),
  ),
  client_id: field(z.string().nullable(), p.text().strictNullable().default(null)),
  // Of a grant, the name of its client.
  name: field(z.string().nullable(), p.text().strictNullable().default(null)),
  payload: field(z.record(z.string(), z.unknown()), p.json<Record<string, unknown>>().hidden()),
  consumed_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  last_used_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  expires_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/**
 * A record of the OAuth server: a client, a grant, a code or a token. Only the digest of a secret is stored. A grant is
 * the connection of a person and a client; deleting it ends its tokens.
 */
export const oauthRecords = defineEntity({
  name: 'oauth_record',
  tableName: 'oauth_records',
  properties: columns(fields),
  uniques: [{ name: 'oauth_records_digest_taken', properties: ['model', 'digest'] }],
  indexes: [
    {
      name: 'oauth_records_client_id_taken',
      expression: `create unique index "oauth_records_client_id_taken" on "oauth_records" ("user_id", "client_id") where "model" = 'Grant'`,
    },
    {
      name: 'oauth_records_grant',
      expression:
        'create index "oauth_records_grant" on "oauth_records" ("grant_digest") where "grant_digest" is not null',
    },
    {
      name: 'oauth_records_user',
      expression:
        'create index "oauth_records_user" on "oauth_records" ("user_id") where "user_id" is not null',
    },
    { name: 'oauth_records_expiry', properties: ['expires_at'] },
  ],
})
const StoredOAuthRecord = z.object(rules(fields))
export type StoredOAuthRecord = z.output<typeof StoredOAuthRecord>

declare module '../../database/tables.ts' {
  interface Tables {
    oauth_records: StoredOAuthRecord
  }
}
