import type { EntityManager } from '@mikro-orm/postgresql'
import { lock } from '../database/lock.ts'
import type { Actor } from './actor.ts'
import { requireAdministrator } from './policy.ts'
import { tokens } from './token.ts'
import type { PortfolioScope } from './token-kinds.ts'
import { issueToken } from './token-lifecycle.ts'

/** Creates the first portfolio token and returns its secret. Returns null if any was created before. */
export async function issueFirstToken(em: EntityManager, actor: Actor): Promise<string | null> {
  requireAdministrator(actor)
  await lock(em, 'tokens.first')
  if ((await em.count(tokens, { prefix: 'pft' })) > 0) return null
  const { secret } = await issueToken(em, actor, {
    prefix: 'pft',
    name: 'first agent',
    // The recommended way to begin: it reports what it finds, and a person decides on everything else.
    abilities: ['read', 'propose'] satisfies PortfolioScope[],
    direct: ['signal', 'insight'],
  })
  return secret
}
