import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { checkCompetitor } from './check-competitor.ts'
import { competitorReviews, type NewCompetitorReview } from './competitor-review.ts'
import { type CompetitorReview, readCompetitorReview } from './read.ts'

/** Creates a review of a competitor. */
export async function createCompetitorReview(
  em: EntityManager,
  actor: Actor,
  input: NewCompetitorReview,
): Promise<CompetitorReview> {
  await checkCompetitor(em, input)
  const { id } = await create(em, actor, competitorReviews, input)
  return readCompetitorReview(readInTransaction(em), id)
}
