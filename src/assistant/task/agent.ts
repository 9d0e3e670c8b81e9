import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { invalid } from '../../record/fault.ts'
import { agents } from '../agent/agent.ts'

/** Throws where the agent that a task is given to was removed; holds it there until the task is stored. */
export async function refuseRemoved(em: EntityManager, agent_id: number | null | undefined): Promise<void> {
  if (agent_id == null) return
  const lockMode = LockMode.PESSIMISTIC_READ
  if (!(await em.findOne(agents, { id: agent_id, deleted_at: null }, { lockMode })))
    throw invalid({ agent_id: 'The selected agent id is invalid.' })
}
