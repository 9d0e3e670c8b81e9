import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../journal/save.ts'
import { Fault } from '../../record/fault.ts'
import { rejectInUse } from '../../record/in-use.ts'
import { mainAgent } from './agent.ts'
import { lockAgent } from './lock.ts'

/** Soft-deletes an agent that no task references. Its conversations stay. */
export async function removeAgent(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const agent = await lockAgent(em, id)
  if (agent.name === mainAgent) throw new Fault('conflict', 'The agent "main" cannot be deleted.')
  await rejectInUse(em, { kind: 'agent', id, column: 'agent_id', tables: { tasks: 'service_tasks' } })
  change(em, actor, agent, { deleted_at: new Date().toISOString() }, 'deleted')
}
