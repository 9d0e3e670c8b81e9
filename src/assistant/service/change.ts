import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { notFound } from '../../record/fault.ts'
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
  const service = await em.findOne(services, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!service) throw notFound()
  await precondition()
  change(em, actor, service, input)
  await em.flush()
  return readService(within(em), id)
}
