import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { notFound } from './fault.ts'

/**
 * Returns a record and locks its row until the transaction ends.
 *
 * @throws Fault `not_found` if there is no such record
 */
export async function lockRecord<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  where: FilterQuery<NoInfer<T>>,
): Promise<T> {
  const record = await em.findOne(entity, where, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!record) throw notFound()
  return record
}
