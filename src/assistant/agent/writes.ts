import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create } from '../../journal/save.ts'
import { phrase } from '../../language/phrase.ts'
import { Fault } from '../../record/fault.ts'
import type { Precondition } from '../../record/lock-record.ts'
import { rejectInUse } from '../../record/references.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { type AgentChange, type AgentToggle, agents, mainAgent, type NewAgent } from './agent.ts'
import { readAgent } from './read.ts'

/** Creates an agent. Bots can log under its name from then on. */
export async function createAgent(em: EntityManager, actor: Actor, input: NewAgent) {
  const { id } = await create(em, actor, agents, input)
  return readAgent(readInTransaction(em), id)
}

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
    throw new Fault('conflict', phrase('refusal.mainAgentName'))
  change(em, actor, agent, input)
  await em.flush()
  return readAgent(readInTransaction(em), id)
}

/** Soft-deletes an agent that no task references. Its conversations stay. */
export async function removeAgent(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const agent = await lockLive(em, agents, id)
  if (agent.name === mainAgent) throw new Fault('conflict', phrase('refusal.mainAgent'))
  await rejectInUse(em, { kind: 'agent', id, column: 'agent_id', tables: { tasks: 'service_tasks' } })
  change(em, actor, agent, { deleted_at: new Date().toISOString() }, 'deleted')
}

/** Switches an agent on or off. Requests of bots that name a switched-off agent are rejected. */
export async function toggleAgent(em: EntityManager, actor: Actor, id: number, { is_active }: AgentToggle) {
  const agent = await lockLive(em, agents, id)
  change(em, actor, agent, { is_active: is_active ?? !agent.is_active }, 'status_changed')
  await em.flush()
  return readAgent(readInTransaction(em), id)
}

/** Records a restart of an agent, whether it is on or off. The process that runs the agent reads this mark. */
export async function restartAgent(em: EntityManager, actor: Actor, id: number) {
  const agent = await lockLive(em, agents, id)
  const last_restarted_at = new Date().toISOString()
  change(em, actor, agent, { restart_count: agent.restart_count + 1, last_restarted_at })
  await em.flush()
  return readAgent(readInTransaction(em), id)
}
