import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create, deleteRecord } from '../../journal/save.ts'
import { freeSlug } from '../../record/free-slug.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { rejectInUse } from '../../record/references.ts'
import { readService } from './read.ts'
import { type NewService, type ServiceChange, services } from './service.ts'

/** Creates a service. Its slug comes from its name and never changes. */
export async function createService(em: EntityManager, actor: Actor, input: NewService) {
  const { id } = await create(em, actor, services, {
    ...input,
    slug: await freeSlug(em, 'services', input.name, 'service'),
  })
  return readService(readInTransaction(em), id)
}

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

/** Deletes a service that no other record references. A concurrent reference waits for the locked row. */
export async function removeService(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const service = await lockRecord(em, services, { id })
  const tables = { improvements: 'improvements', tasks: 'service_tasks', bugs: 'bugs' }
  await rejectInUse(em, { kind: 'service', id, column: 'service_id', tables })
  await deleteRecord(em, actor, service)
}
