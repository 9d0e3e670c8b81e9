import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { checkOperationsReferences } from '../check-references.ts'
import type { Click, NewClick } from './click.ts'
import { readClick } from './read.ts'
import { storeClick } from './upsert-rows.ts'

/** Creates the clicks of one day, or replaces the stored row if there is one. */
export async function upsertClick(
  em: EntityManager,
  actor: Actor,
  row: NewClick,
): Promise<{ created: boolean; data: Click }> {
  await checkOperationsReferences(em, row)
  const stored = await storeClick(em, actor, row)
  return { created: stored?.created ?? false, data: stored ?? (await readClick(readInTransaction(em), row)) }
}
