import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { type AgentToggle, agents } from './agent.ts'
import { readAgent } from './read.ts'

/** Switches an agent on or off. Requests of bots that name a switched-off agent are rejected. */
export async function toggleAgent(em: EntityManager, actor: Actor, id: number, { is_active }: AgentToggle) {
  const agent = await lockLive(em, agents, id)
  change(em, actor, agent, { is_active: is_active ?? !agent.is_active }, 'status_changed')
  await em.flush()
  return readAgent(readInTransaction(em), id)
}
