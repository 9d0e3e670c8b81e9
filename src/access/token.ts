import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { instant } from '../record/column.ts'
import { columns, field, rules } from '../record/field.ts'
import { Id } from '../record/id.ts'
import { Provenance } from '../record/provenance.ts'
import { Instant } from '../record/stored.ts'
import { text } from '../record/text.ts'
import { prefixes } from './secret.ts'
import { users } from './user.ts'

const fields = {
  id: field(Id, p.bigint('number').primary()),
  prefix: field(z.enum(prefixes), p.enum([...prefixes])),
  // Whose it is: an access token acts for a person, the other kinds for nobody.
  user_id: field(
    Id.nullable(),
    p.manyToOne(users).mapToPk().fieldName('user_id').strictNullable().default(null).deleteRule('cascade'),
  ),
  name: field(text(255), p.text()),
  digest: field(z.string(), p.text().unique('tokens_digest_taken').hidden()),
  display: field(z.string().meta({ examples: ['ops_9f3a…'] }), p.text()),
  abilities: field(z.array(z.string()).meta({ examples: [['apps:read']] }), p.json<string[]>()),
  expires_at: field(Instant.nullable(), instant().strictNullable().default(null)),
  last_used_at: field(Instant.nullable(), instant().strictNullable().default(null)),
  revoked_at: field(Instant.nullable(), instant().strictNullable().default(null)),
  created_by: field(Provenance, p.json<Provenance>()),
  created_at: field(Instant, instant().defaultRaw('now()')),
}

/** A credential of one of the three kinds. The secret itself is nowhere: only its digest is kept. */
export const tokens = defineEntity({
  name: 'token',
  tableName: 'tokens',
  properties: columns(fields),
  indexes: [
    {
      name: 'tokens_user',
      expression: 'create index "tokens_user" on "tokens" ("user_id", "id") where "user_id" is not null',
    },
  ],
})
export const StoredToken = z.object(rules(fields))
export type StoredToken = z.output<typeof StoredToken>

/** A token as it is shown. */
export const Token = StoredToken.omit({ digest: true, user_id: true })
export type Token = z.output<typeof Token>

/** What a portfolio token may do. */
export const portfolioScopes = ['read', 'write'] as const
export type PortfolioScope = (typeof portfolioScopes)[number]
