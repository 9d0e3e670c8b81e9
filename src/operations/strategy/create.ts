import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { initialOwnerId, requireAdminToSetOwner } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { checkOperationsReferences } from '../check-references.ts'
import { readStrategy, type Strategy } from './read.ts'
import { type NewStrategy, strategies } from './strategy.ts'

/** Creates a strategy. */
export async function createStrategy(em: EntityManager, actor: Actor, input: NewStrategy): Promise<Strategy> {
  requireAdminToSetOwner(actor, input.owner_id)
  await checkOperationsReferences(em, input)
  const owner_id = initialOwnerId(actor, input.owner_id)
  const strategy = await create(em, actor, strategies, { ...input, owner_id })
  return readStrategy(readInTransaction(em), strategy.id)
}
