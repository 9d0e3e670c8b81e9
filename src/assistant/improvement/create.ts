import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { refer } from '../refer.ts'
import { doneAt } from './done-at.ts'
import { improvements, type NewImprovement } from './improvement.ts'
import { readImprovement } from './read.ts'

/** Creates an improvement. */
export async function createImprovement(em: EntityManager, actor: Actor, input: NewImprovement) {
  await refer(em, input)
  const { id } = await create(em, actor, improvements, { ...input, done_at: doneAt(input.status, null) })
  return readImprovement(within(em), id)
}
