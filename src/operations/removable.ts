import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { instant } from '../record/column.ts'
import { field } from '../record/field.ts'
import { lockRecord } from '../record/lock-record.ts'
import { Instant } from '../record/stored.ts'

/** A record that is deleted stays as a row, for history and for what was counted by it. */
export const removable = {
  deleted_at: field(Instant.nullable(), instant().strictNullable().default(null).hidden()),
}

type Removable = { id: number; deleted_at: string | null }

/** The record to be changed, locked to the end of the unit of work; throws where there is none, or none any more. */
export function lockLive<T extends Removable>(
  em: EntityManager,
  entity: EntityName<T>,
  id: number,
): Promise<T> {
  return lockRecord(em, entity, live<T>(id))
}

/** A record that is there, kept from being deleted to the end of the unit of work. */
export function findLive<T extends Removable>(
  em: EntityManager,
  entity: EntityName<T>,
  id: number,
): Promise<T | null> {
  return em.findOne(entity, live<T>(id), { lockMode: LockMode.PESSIMISTIC_READ })
}

// The two columns are those of `Removable`, which the compiler does not carry into the filter of an open T.
function live<T extends Removable>(id: number) {
  return { id, deleted_at: null } as FilterQuery<T>
}
