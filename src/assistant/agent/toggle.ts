import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import type { AgentToggle } from './agent.ts'
import { holdAgent } from './hold.ts'
import { readAgent } from './read.ts'

/** Switches an agent on or off. While it is off, bots that name it are refused. */
export async function toggleAgent(em: EntityManager, actor: Actor, id: number, { is_active }: AgentToggle) {
  const agent = await holdAgent(em, id)
  change(em, actor, agent, { is_active: is_active ?? !agent.is_active }, 'status_changed')
  await em.flush()
  return readAgent(readInTransaction(em), id)
}
