import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create, deleteRecord } from '../../journal/save.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { rejectInUse } from '../../record/references.ts'
import { requireReference, resolve } from '../place/resolve.ts'
import { type CompetitorChange, competitors, type NewCompetitor } from './competitor.ts'
import { type Competitor, readCompetitor } from './read.ts'

/** Creates a competitor of a product. */
export async function createCompetitor(
  em: EntityManager,
  actor: Actor,
  input: NewCompetitor,
): Promise<Competitor> {
  const { product_slug, product_id, ...values } = input
  const { product } = await resolve(em, { product_slug, product_id })
  const competitor = await create(em, actor, competitors, {
    ...values,
    product_id: requireReference(product, 'product_slug').id,
  })
  return readCompetitor(readInTransaction(em), competitor.id)
}

/** Changes a competitor. It may move to another product, with its reviews. */
export async function changeCompetitor(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: CompetitorChange,
  precondition: Precondition,
): Promise<Competitor> {
  const { product_slug, product_id, ...values } = input
  const { product } = await resolve(em, { product_slug, product_id })
  const competitor = await lockRecord(em, competitors, { id })
  await precondition()
  const moved = product !== undefined && { product_id: requireReference(product, 'product_slug').id }
  change(em, actor, competitor, { ...values, ...moved })
  await em.flush()
  return readCompetitor(readInTransaction(em), id)
}

/** Deletes a competitor without reviews. A concurrent new review waits for the locked row. */
export async function removeCompetitor(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const competitor = await lockRecord(em, competitors, { id })
  const tables = { competitor_reviews: 'competitor_reviews' }
  await rejectInUse(em, { kind: 'competitor', id, column: 'competitor_id', tables })
  await deleteRecord(em, actor, competitor)
}
