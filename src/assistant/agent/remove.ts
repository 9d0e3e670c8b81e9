import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../journal/save.ts'
import { Fault } from '../../record/fault.ts'
import { refuseInUse } from '../in-use.ts'
import { serviceTasks } from '../task/task.ts'
import { mainAgent } from './agent.ts'
import { holdAgent } from './hold.ts'

/** Removes an agent that no task points to. What was said under its name stays. */
export async function removeAgent(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const agent = await holdAgent(em, id)
  if (agent.name === mainAgent) throw new Fault('conflict', 'The agent "main" cannot be removed.')
  refuseInUse('agent', { tasks: await em.count(serviceTasks, { agent_id: id }) })
  change(em, actor, agent, { deleted_at: new Date().toISOString() }, 'deleted')
}
