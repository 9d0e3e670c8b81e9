import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from './actor.ts'
import { digest, display, newSecret, type Prefix } from './secret.ts'
import { type Token, tokens } from './token.ts'

/** A new credential. The secret is given here and never again. */
export async function issueToken(
  em: EntityManager,
  actor: Actor,
  input: {
    prefix: Prefix
    name: string
    abilities: readonly string[]
    expires_at?: string | null
    user_id?: number
  },
): Promise<{ token: Token; secret: string }> {
  const secret = newSecret(input.prefix)
  const token = em.create(tokens, {
    ...input,
    abilities: [...input.abilities],
    digest: digest(secret),
    display: display(secret),
    created_by: actor.by,
  })
  await em.flush()
  return { token, secret }
}

/** The credentials of one kind that are not revoked, newest first. */
export async function listTokens(em: EntityManager, prefix: Prefix): Promise<Token[]> {
  return em.find(tokens, { prefix, revoked_at: null }, { orderBy: { id: 'desc' } })
}

/** Revokes a credential; the next request with it is refused. False where there is none to revoke. */
export async function revokeToken(em: EntityManager, prefix: Prefix, id: number): Promise<boolean> {
  const revoked_at = new Date().toISOString()
  return (await em.nativeUpdate(tokens, { id, prefix, revoked_at: null }, { revoked_at })) > 0
}
