import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../database/read.ts'
import { type PageRequest, recordReads } from '../database/record-reads.ts'
import { param, tables } from '../database/statement.ts'
import { type EntityManager, type MikroORM, transact } from '../database/unit-of-work.ts'
import { accountEmail } from '../record/email.ts'
import { Fault, notFound } from '../record/fault.ts'
import { integer } from '../record/integer.ts'
import { rule } from '../record/rule.ts'
import { storableString, text } from '../record/text.ts'
import { abilities } from './ability.ts'
import type { Actor } from './actor.ts'
import { issueToken } from './issue-token.ts'
import { signIn } from './sign-in.ts'
import { StoredToken, tokens } from './token.ts'

const day = 86_400_000
const mostAbilities = 20
const mostDays = 365

const wantedAbilities = z
  .array(z.enum(abilities))
  .max(mostAbilities)
  .check(({ value, issues }) => {
    if (value.length === 0)
      issues.push({ code: 'custom', params: { sentence: 'The {attr} field is required.' }, input: value })
    for (const [index, ability] of value.entries())
      if (value.indexOf(ability) < index) issues.push({ ...repeated, path: [index], input: ability })
  })
const repeated = { code: 'custom', params: { sentence: 'The {attr} field has a duplicate value.' } } as const

/** What somebody may ask of a token for themselves. */
export const WantedToken = z.object({
  token_name: text(255),
  abilities: wantedAbilities,
  expires_in_days: integer(1, mostDays).optional().describe('Without it, the token does not expire'),
})
export type WantedToken = z.output<typeof WantedToken>

/** The same from somebody who says who they are. The password is taken as it is typed: nothing is trimmed. */
export const NewAccessToken = z
  .object({
    email: accountEmail,
    password: rule((value) => (value === '' ? null : value), storableString(1024)),
    ...WantedToken.shape,
  })
  .meta({
    examples: [
      {
        email: 'anna@example.com',
        password: 'correct horse battery staple',
        token_name: 'Nightly report',
        abilities: ['apps:read', 'analytics:read'],
      },
    ],
  })
export type NewAccessToken = z.output<typeof NewAccessToken>

/** A new access token with its secret, which is told this once. */
export const IssuedToken = z.object({
  token_type: z.literal('Bearer'),
  access_token: z.string().meta({ description: 'The secret, told this once', examples: ['ops_…'] }),
  ...StoredToken.pick({ abilities: true, id: true, name: true, expires_at: true }).shape,
})
export type IssuedToken = z.output<typeof IssuedToken>

/** A token for whoever owns the address and knows the password. */
export async function issueByPassword(
  orm: MikroORM,
  input: NewAccessToken,
  request_id: string,
): Promise<IssuedToken> {
  // Judging a password takes long: nobody waits for a connection meanwhile.
  const user = await signIn(orm.em.fork(), input)
  const by = { type: 'user', id: user.id, name: user.name } as const
  const actor: Actor = { by, credential: `user:${user.id}`, person: user, surface: 'http', request_id }
  return transact(orm, (em) => issueAccessToken(em, actor, input))
}

/** A token for the person who acts. */
export async function issueAccessToken(
  em: EntityManager,
  actor: Actor,
  { token_name, expires_in_days, abilities }: WantedToken,
): Promise<IssuedToken> {
  const expires_at = expires_in_days ? new Date(Date.now() + expires_in_days * day).toISOString() : null
  const user_id = ownerOf(actor)
  const wanted = { prefix: 'ops', name: token_name, abilities, expires_at, user_id } as const
  const { token, secret } = await issueToken(em, actor, wanted)
  return { token_type: 'Bearer', access_token: secret, abilities, id: token.id, name: token.name, expires_at }
}

/** A person's own token, as it is listed. */
export const OwnToken = StoredToken.pick({
  id: true,
  name: true,
  abilities: true,
  display: true,
  last_used_at: true,
  expires_at: true,
  created_at: true,
}).extend({ is_current: z.boolean().describe('Whether this request was sent with it') })
export type OwnToken = z.output<typeof OwnToken>

type OwnQuery = PageRequest & { user_id: number; current: number }

const reads = recordReads<OwnToken, OwnQuery>(() =>
  tables<{ tokens: StoredToken }>()
    .selectFrom('tokens as record')
    .where('record.prefix', '=', sql.lit('ops'))
    .where('record.user_id', '=', param<number>('user_id'))
    .where('record.revoked_at', 'is', null)
    .select([
      'record.id',
      'record.name',
      'record.abilities',
      'record.display',
      'record.last_used_at',
      'record.expires_at',
      'record.created_at',
      sql<boolean>`record.id = ${param('current')}`.as('is_current'),
    ]),
)

/** The actor's own tokens that are not revoked, newest first. */
export function listOwnTokens(read: Read, actor: Actor, query: PageRequest) {
  return reads.list(read, { ...query, user_id: ownerOf(actor), current: actor.token?.id ?? 0 })
}

/** Revokes a token of the actor's; throws where they have no such token. */
export async function revokeOwnToken(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const own = { id, prefix: 'ops', user_id: ownerOf(actor), revoked_at: null } as const
  const revoked = await em.nativeUpdate(tokens, own, { revoked_at: new Date().toISOString() })
  if (revoked === 0) throw notFound()
}

/** Revokes the token that the actor acts by. */
export async function revokeUsedToken(em: EntityManager, actor: Actor): Promise<void> {
  await revokeOwnToken(em, actor, actor.token?.id ?? 0)
}

function ownerOf({ person }: Actor): number {
  if (!person) throw new Fault('policy_denied')
  return person.id
}
