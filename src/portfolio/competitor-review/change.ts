import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { checkCompetitor } from './check-competitor.ts'
import { type CompetitorReviewChange, competitorReviews } from './competitor-review.ts'
import { type CompetitorReview, readCompetitorReview } from './read.ts'

/** Changes a review of a competitor. */
export async function changeCompetitorReview(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: CompetitorReviewChange,
  precondition: Precondition,
): Promise<CompetitorReview> {
  await checkCompetitor(em, input)
  const review = await lockRecord(em, competitorReviews, { id })
  await precondition()
  change(em, actor, review, input)
  await em.flush()
  return readCompetitorReview(readInTransaction(em), id)
}
