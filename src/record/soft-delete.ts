import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { Timestamp } from './base-fields.ts'
import { timestampColumn } from './column.ts'
import { field } from './field.ts'
import { lockRecord } from './lock-record.ts'

/** The column of soft deletion. The row of a deleted record stays for its history and for rows that reference it. */
export const deletedAt = {
  deleted_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null).hidden()),
}

type SoftDeletable = { id: number; deleted_at: string | null }

/** Locks and returns a record that is not deleted; throws `not_found`. */
export function lockLive<T extends SoftDeletable>(
  em: EntityManager,
  entity: EntityName<T>,
  id: number,
): Promise<T> {
  return lockRecord(em, entity, live<T>(id))
}

/** Finds a record that is not deleted, and locks it so that it cannot be deleted until the transaction ends. */
export function findLive<T extends SoftDeletable>(
  em: EntityManager,
  entity: EntityName<T>,
  id: number,
): Promise<T | null> {
  return em.findOne(entity, live<T>(id), { lockMode: LockMode.PESSIMISTIC_READ })
}

// `as`: both columns exist in `SoftDeletable`, but the compiler does not know that for an open T.
function live<T extends SoftDeletable>(id: number) {
  return { id, deleted_at: null } as FilterQuery<T>
}
