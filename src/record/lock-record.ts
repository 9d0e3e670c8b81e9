import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { notFound } from './fault.ts'

/** The record to be changed, locked to the end of the unit of work; throws where there is none. */
export async function lockRecord<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  which: FilterQuery<NoInfer<T>>,
): Promise<T> {
  const record = await em.findOne(entity, which, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!record) throw notFound()
  return record
}
