import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { readService } from './read.ts'
import { type ServiceChange, services } from './service.ts'

/** Changes a service. */
export async function changeService(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: ServiceChange,
  precondition: Precondition,
) {
  const service = await lockRecord(em, services, { id })
  await precondition()
  change(em, actor, service, input)
  await em.flush()
  return readService(readInTransaction(em), id)
}
