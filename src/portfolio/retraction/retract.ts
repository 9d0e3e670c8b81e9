import type { EntityName, FilterQuery } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { requireWriter } from '../../access/policy.ts'
import type { Journaled } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { change } from '../gate/save.ts'

type Retractable = Journaled & { retracted_at: string | null; retraction: string | null }

/** Retracts a record. A record that is retracted already keeps its time and reason. Throws `not_found`. */
export async function retract<T extends Retractable>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  id: number,
  reason: string,
  precondition: Precondition,
): Promise<void> {
  requireWriter(actor)
  const record = await lockById(em, entity, id)
  await precondition()
  if (record.retracted_at !== null) return
  const values = { retracted_at: new Date().toISOString(), retraction: reason }
  await change<Retractable>(em, actor, record, values, 'retracted')
  await em.flush()
}

/** Takes back the retraction of a record, if it is retracted. Throws `not_found`. */
export async function restore<T extends Retractable>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  id: number,
  precondition: Precondition,
): Promise<void> {
  const record = await lockById(em, entity, id)
  await precondition()
  await change<Retractable>(em, actor, record, { retracted_at: null, retraction: null }, 'restored')
  await em.flush()
}

// `as`: the column exists in `Retractable`, but the compiler does not know that for an open T.
function lockById<T extends Retractable>(em: EntityManager, entity: EntityName<T>, id: number): Promise<T> {
  return lockRecord(em, entity, { id } as FilterQuery<T>)
}
