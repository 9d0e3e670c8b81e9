import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { deleteRecord } from '../../journal/save.ts'
import { rejectInUse } from '../../record/in-use.ts'
import { lockRecord } from '../../record/lock-record.ts'
import { competitors } from './competitor.ts'

/** Deletes a competitor without reviews. A concurrent new review waits for the locked row. */
export async function removeCompetitor(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const competitor = await lockRecord(em, competitors, { id })
  const tables = { competitor_reviews: 'competitor_reviews' }
  await rejectInUse(em, { kind: 'competitor', id, column: 'competitor_id', tables })
  await deleteRecord(em, actor, competitor)
}
