import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { requireReference, resolve } from '../place/resolve.ts'
import { type CompetitorChange, competitors } from './competitor.ts'
import { type Competitor, readCompetitor } from './read.ts'

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
