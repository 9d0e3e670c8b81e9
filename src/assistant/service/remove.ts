import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { deleteRecord } from '../../journal/save.ts'
import { rejectInUse } from '../../record/in-use.ts'
import { lockRecord } from '../../record/lock-record.ts'
import { services } from './service.ts'

/** Deletes a service that no other record references. A concurrent reference waits for the locked row. */
export async function removeService(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const service = await lockRecord(em, services, { id })
  const tables = { improvements: 'improvements', tasks: 'service_tasks', bugs: 'bugs' }
  await rejectInUse(em, { kind: 'service', id, column: 'service_id', tables })
  await deleteRecord(em, actor, service)
}
