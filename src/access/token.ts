import { randomUUID } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { columns, field, rules } from '../record/field.ts'
import { Provenance } from '../record/provenance.ts'
import { Id } from '../record/rules/id.ts'
import { withoutCredentials } from '../record/rules/prose.ts'
import { text } from '../record/rules/text.ts'
import { wordsColumn } from '../record/text-search.ts'
import { digest, generateSecret, maskSecret, type Prefix, prefixes } from '../record/token-format.ts'
import type { Actor } from './actor.ts'
import { requireAdministrator, requireSelf } from './policy.ts'
import { users } from './user.ts'

const fields = {
  id: field(Id, p.bigint('number').primary()),
  prefix: field(z.enum(prefixes), p.enum([...prefixes])),
  // The user of an access token or a calendar token. The other kinds have none.
  user_id: field(
    Id.nullable(),
    p.manyToOne(users).mapToPk().fieldName('user_id').strictNullable().default(null).deleteRule('cascade'),
  ),
  name: field(withoutCredentials(text(255)), p.text()),
  digest: field(z.string(), p.text().unique('tokens_digest_taken').hidden()),
  display: field(z.string().meta({ examples: ['ops_9f3a…'] }), p.text()),
  abilities: field(z.array(z.string()).meta({ examples: [['apps:read']] }), p.json<string[]>()),
  // The kinds of portfolio records that a token which proposes writes at once.
  direct: field(z.array(z.string()).meta({ examples: [['signal']] }), p.json<string[]>().defaultRaw(`'[]'`)),
  expires_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  last_used_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  revoked_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  created_by: field(Provenance, p.json<Provenance>()),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** A token of one of the four kinds. Only the digest of the secret is stored. */
export const tokens = defineEntity({
  name: 'token',
  tableName: 'tokens',
  properties: { ...columns(fields), ...wordsColumn('name') },
  indexes: [
    {
      name: 'tokens_user',
      expression: 'create index "tokens_user" on "tokens" ("user_id", "id") where "user_id" is not null',
    },
  ],
})
export const StoredToken = z.object(rules(fields))
export type StoredToken = z.output<typeof StoredToken>

declare module '../database/tables.ts' {
  interface Tables {
    tokens: StoredToken
  }
}

/** A token without its digest, its user, and what only portfolio tokens have. */
export const Token = StoredToken.omit({ digest: true, user_id: true, direct: true })
export type Token = z.output<typeof Token>

/** Creates a token, of a user only for that user or by an admin. The secret is not stored: it is returned only here. */
export async function issueToken(
  em: EntityManager,
  actor: Actor,
  input: {
    prefix: Prefix
    name: string
    abilities: readonly string[]
    /** The kinds of portfolio records that a token which proposes writes at once. */
    direct?: readonly string[]
    expires_at?: string | null
    user_id?: number
  },
): Promise<{ token: Token; secret: string }> {
  requireSelf(actor, input.user_id)
  const secret = generateSecret(input.prefix)
  const token = em.create(tokens, {
    ...input,
    abilities: [...input.abilities],
    direct: [...(input.direct ?? [])],
    digest: digest(secret),
    display: maskSecret(secret),
    created_by: actor.by,
  })
  await em.flush()
  return { token, secret }
}

/** What lists show of a token without a secret. */
const noSecret = 'no secret'
/** Condition of `em.find`: the token has a secret, so that a request can use it. */
export const hasSecret = { display: { $ne: noSecret } }

/** Creates a portfolio token without a secret, for demo data: its digest is the digest of no secret. */
export async function addTokenWithoutSecret(
  em: EntityManager,
  actor: Actor,
  input: Pick<StoredToken, 'name' | 'abilities' | 'direct'>,
): Promise<StoredToken> {
  requireAdministrator(actor)
  const token = em.create(tokens, {
    ...input,
    prefix: 'pft',
    digest: `none:${randomUUID()}`,
    display: noSecret,
    created_by: actor.by,
  })
  await em.flush()
  return token
}

/** Returns the tokens of one kind that are not revoked, newest first. */
export async function listTokens(em: EntityManager, prefix: Prefix): Promise<Token[]> {
  return em.find(tokens, { prefix, revoked_at: null }, { orderBy: { id: 'desc' } })
}
