import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../journal/save.ts'
import { Fault } from '../../record/fault.ts'
import { rejectInUse } from '../../record/in-use.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { agents, mainAgent } from './agent.ts'

/** Soft-deletes an agent that no task references. Its conversations stay. */
export async function removeAgent(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const agent = await lockLive(em, agents, id)
  if (agent.name === mainAgent) throw new Fault('conflict', 'The agent "main" cannot be deleted.')
  await rejectInUse(em, { kind: 'agent', id, column: 'agent_id', tables: { tasks: 'service_tasks' } })
  change(em, actor, agent, { deleted_at: new Date().toISOString() }, 'deleted')
}
