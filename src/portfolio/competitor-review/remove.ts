import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { deleteRecord } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import { competitorReviews } from './competitor-review.ts'

/** Deletes a review of a competitor. */
export async function removeCompetitorReview(em: EntityManager, actor: Actor, id: number): Promise<void> {
  await deleteRecord(em, actor, await lockRecord(em, competitorReviews, { id }))
}
