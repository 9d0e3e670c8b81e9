import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { reachedAt } from '../../record/reached-at.ts'
import { refer } from '../refer.ts'
import { improvements, type NewImprovement } from './improvement.ts'
import { readImprovement } from './read.ts'

/** Creates an improvement. */
export async function createImprovement(em: EntityManager, actor: Actor, input: NewImprovement) {
  await refer(em, input)
  const { id } = await create(em, actor, improvements, {
    ...input,
    done_at: reachedAt(['done'], input.status, null),
  })
  return readImprovement(within(em), id)
}
