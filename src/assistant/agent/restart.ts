import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { agents } from './agent.ts'
import { readAgent } from './read.ts'

/** Records a restart of an agent, whether it is on or off. The process that runs the agent reads this mark. */
export async function restartAgent(em: EntityManager, actor: Actor, id: number) {
  const agent = await lockLive(em, agents, id)
  const last_restarted_at = new Date().toISOString()
  change(em, actor, agent, { restart_count: agent.restart_count + 1, last_restarted_at })
  await em.flush()
  return readAgent(readInTransaction(em), id)
}
