import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create, deleteRecord } from '../../journal/save.ts'
import { invalid } from '../../record/fault.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { invalidSelection } from '../../record/validation/messages.ts'
import { competitors } from '../competitor/competitor.ts'
import {
  type CompetitorReviewChange,
  competitorReviews,
  type NewCompetitorReview,
} from './competitor-review.ts'
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

/** Deletes a review of a competitor. */
export async function removeCompetitorReview(em: EntityManager, actor: Actor, id: number): Promise<void> {
  await deleteRecord(em, actor, await lockRecord(em, competitorReviews, { id }))
}

/** Throws if the competitor does not exist. Locks it, so that it cannot be deleted until the transaction ends. */
async function checkCompetitor(em: EntityManager, { competitor_id: id }: { competitor_id?: number }) {
  const lockMode = LockMode.PESSIMISTIC_READ
  if (id !== undefined && !(await em.findOne(competitors, { id }, { lockMode })))
    throw invalid({ competitor_id: invalidSelection('competitor_id') })
}
