import { sql } from 'kysely'
import { z } from 'zod'
import { lock } from '../database/lock.ts'
import type { Read } from '../database/read.ts'
import { param } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { type EntityManager, type MikroORM, transact } from '../database/transaction.ts'
import { type PageRequest, recordReads } from '../record/list/reads.ts'
import { nonEmpty } from '../record/rules/at-least-one.ts'
import { dayMs } from '../record/rules/day.ts'
import { integer } from '../record/rules/integer.ts'
import { duplicateValue } from '../record/validation/messages.ts'
import { type Actor, actingUserId } from './actor.ts'
import { authenticateUser, Login, lockAuthenticatedUser } from './authenticate-user.ts'
import { lockActingUser } from './current-caller.ts'
import { requireAdministrator } from './policy.ts'
import { hasSecret, issueToken, StoredToken, tokens } from './token.ts'
import type { PortfolioScope } from './token-kinds.ts'

/** The abilities that can be granted to an access token. */
export const abilities = [
  'apps:read',
  'apps:write',
  'companies:read',
  'companies:write',
  'contacts:read',
  'contacts:write',
  'strategies:read',
  'strategies:write',
  'keywords:read',
  'keywords:write',
  'analytics:read',
  'analytics:write',
  'dashboard:read',
  'logs:read',
  'admin:full',
] as const
export type Ability = (typeof abilities)[number]

/** Returns whether the granted abilities include the required one. Does not check the role of the user. */
export function hasAbility(granted: readonly string[], required: string): boolean {
  if (granted.includes(required) || granted.includes('admin:full')) return true
  // Write access to analytics includes read access.
  return required === 'analytics:read' && granted.includes('analytics:write')
}

const maxAbilities = 20
const maxExpiryDays = 365

const requestedAbilities = nonEmpty(z.array(z.enum(abilities)).max(maxAbilities)).check(
  ({ value, issues }) => {
    for (const [index, ability] of value.entries())
      if (value.indexOf(ability) < index) issues.push({ ...repeated, path: [index], input: ability })
  },
)
const repeated = { code: 'custom', params: { sentence: duplicateValue() } } as const

/** The properties of an access token that a user chooses. */
export const TokenRequest = z.object({
  token_name: StoredToken.shape.name,
  abilities: requestedAbilities,
  expires_in_days: integer(1, maxExpiryDays)
    .optional()
    .describe('Lifetime in days. If omitted, the token does not expire.'),
})
export type TokenRequest = z.output<typeof TokenRequest>

/** A token request with the email and password of a user. */
export const NewAccessToken = z
  .object({
    ...Login.shape,
    ...TokenRequest.shape,
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

/** A new access token with its secret, which is returned only once. */
export const IssuedToken = z.object({
  token_type: z.literal('Bearer'),
  access_token: z
    .string()
    .meta({ description: 'The secret. It is returned only once.', examples: ['ops_…'] }),
  ...StoredToken.pick({ abilities: true, id: true, name: true, expires_at: true }).shape,
})
export type IssuedToken = z.output<typeof IssuedToken>

/** Creates an access token for the user with this email and password. Throws like `authenticateUser`. */
export async function issueByPassword(
  orm: MikroORM,
  input: NewAccessToken,
  request_id: string,
): Promise<IssuedToken & { user_id: number }> {
  // Verifying a password takes long, so it happens outside the transaction and holds no connection.
  const user = await authenticateUser(orm.em.fork(), input)
  const by = { type: 'user', id: user.id, name: user.name } as const
  const actor: Actor = { by, credential: `user:${user.id}`, person: user, surface: 'http', request_id }
  return transact(orm, async (em) => {
    await lockAuthenticatedUser(em, user)
    return { ...(await createAccessToken(em, actor, input)), user_id: user.id }
  })
}

/** Creates an access token for the user who acts. Throws `policy_denied` if the user is not active. */
export async function issueAccessToken(
  em: EntityManager,
  actor: Actor,
  request: TokenRequest,
): Promise<IssuedToken> {
  await lockActingUser(em, actor)
  return createAccessToken(em, actor, request)
}

async function createAccessToken(
  em: EntityManager,
  actor: Actor,
  { token_name, expires_in_days, abilities }: TokenRequest,
): Promise<IssuedToken> {
  const expires_at = expires_in_days ? new Date(Date.now() + expires_in_days * dayMs).toISOString() : null
  const user_id = actingUserId(actor)
  const input = { prefix: 'ops', name: token_name, abilities, expires_at, user_id } as const
  const { token, secret } = await issueToken(em, actor, input)
  return { token_type: 'Bearer', access_token: secret, abilities, id: token.id, name: token.name, expires_at }
}

/** An access token in the list of its user's tokens. */
export const OwnToken = StoredToken.pick({
  id: true,
  name: true,
  abilities: true,
  display: true,
  last_used_at: true,
  expires_at: true,
  created_at: true,
}).extend({ is_current: z.boolean().describe('Whether this request was authenticated with this token.') })
export type OwnToken = z.output<typeof OwnToken>

type OwnQuery = PageRequest & { user_id: number; current: number }

const reads = recordReads<OwnToken, OwnQuery>('own_tokens', { user_id: 1, current: 2 }, () =>
  db
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

/** Returns the actor's own tokens that are not revoked, newest first. */
export function listOwnTokens(read: Read, actor: Actor, query: PageRequest) {
  return reads.list(read, { ...query, user_id: actingUserId(actor), current: actor.token?.id ?? 0 })
}

/** Creates the first portfolio token and returns its secret. Returns null if one with a secret was created before. */
export async function issueFirstToken(em: EntityManager, actor: Actor): Promise<string | null> {
  requireAdministrator(actor)
  await lock(em, 'tokens.first')
  if ((await em.count(tokens, { prefix: 'pft', ...hasSecret })) > 0) return null
  const { secret } = await issueToken(em, actor, {
    prefix: 'pft',
    name: 'first agent',
    // The recommended way to begin: it reports what it finds, and a person decides on everything else.
    abilities: ['read', 'propose'] satisfies PortfolioScope[],
    direct: ['signal', 'insight'],
  })
  return secret
}
