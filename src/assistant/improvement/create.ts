import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { checkAssistantReferences } from '../check-references.ts'
import { improvements, type NewImprovement } from './improvement.ts'
import { readImprovement } from './read.ts'

/** Creates an improvement. */
export async function createImprovement(em: EntityManager, actor: Actor, input: NewImprovement) {
  await checkAssistantReferences(em, input)
  const { id } = await create(em, actor, improvements, {
    ...input,
    done_at: statusReachedAt(['done'], input.status, null),
  })
  return readImprovement(readInTransaction(em), id)
}
