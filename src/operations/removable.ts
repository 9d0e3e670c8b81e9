import type { EntityName, FilterQuery } from '@mikro-orm/core'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { instant } from '../record/column.ts'
import { notFound } from '../record/fault.ts'
import { field } from '../record/field.ts'
import { Instant } from '../record/stored.ts'

/** A record that is deleted stays as a row, for history and for what was counted by it. */
export const removable = {
  deleted_at: field(Instant.nullable(), instant().strictNullable().default(null).hidden()),
}

type Removable = { id: number; deleted_at: string | null }

/** The record to be changed, locked to the end of the unit of work; throws where there is none, or none any more. */
export async function lockLive<T extends Removable>(
  em: EntityManager,
  entity: EntityName<T>,
  id: number,
): Promise<T> {
  const record = await findLive(em, entity, id, LockMode.PESSIMISTIC_WRITE)
  if (!record) throw notFound()
  return record
}

/** A record that is there, kept from being deleted to the end of the unit of work. */
export async function findLive<T extends Removable>(
  em: EntityManager,
  entity: EntityName<T>,
  id: number,
  lockMode = LockMode.PESSIMISTIC_READ,
): Promise<T | null> {
  // The two columns are those of `Removable`, which the compiler does not carry into the filter of an open T.
  return em.findOne(entity, { id, deleted_at: null } as FilterQuery<T>, { lockMode })
}
