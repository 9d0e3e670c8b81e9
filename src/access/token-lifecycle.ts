import type { EntityManager } from '@mikro-orm/postgresql'
import type { Prefix } from '../record/rules/secret-format.ts'
import type { Actor } from './actor.ts'
import { requireSelf } from './policy.ts'
import { digest, generateSecret, maskSecret } from './secret.ts'
import { type Token, tokens } from './token.ts'

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

/** Returns the tokens of one kind that are not revoked, newest first. */
export async function listTokens(em: EntityManager, prefix: Prefix): Promise<Token[]> {
  return em.find(tokens, { prefix, revoked_at: null }, { orderBy: { id: 'desc' } })
}
