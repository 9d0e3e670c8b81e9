import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { Fault } from '../../record/fault.ts'
import type { Precondition } from '../../record/precondition.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { type AgentChange, agents, mainAgent } from './agent.ts'
import { readAgent } from './read.ts'

/** Changes an agent. The main agent cannot be renamed, because its name is part of a path. */
export async function changeAgent(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: AgentChange,
  precondition: Precondition,
) {
  const agent = await lockLive(em, agents, id)
  await precondition()
  if (agent.name === mainAgent && input.name !== undefined && input.name !== mainAgent)
    throw new Fault('conflict', 'The agent "main" cannot be renamed.')
  change(em, actor, agent, input)
  await em.flush()
  return readAgent(readInTransaction(em), id)
}
