import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { agents } from './agent/agent.ts'
import { createAgent } from './agent/writes.ts'
import { createBug } from './bug/writes.ts'
import { logExchange } from './conversation/log-exchange.ts'
import { conversation, story } from './demo/story.ts'
import { createImprovement } from './improvement/writes.ts'
import { services } from './service/service.ts'
import { createService } from './service/writes.ts'
import { createServiceTask } from './service-task/writes.ts'

/** The number of records added, by kind. */
export type AssistantCounts = Record<
  'services' | 'improvements' | 'service_tasks' | 'bugs' | 'agents' | 'turns',
  number
>

/**
 * Adds services with their improvements, tasks and bugs, and an agent with conversations. A service or an agent that
 * exists already is skipped with all of its records.
 */
export async function fillAssistant(em: EntityManager, actor: Actor): Promise<AssistantCounts> {
  const added: AssistantCounts = {
    services: 0,
    improvements: 0,
    service_tasks: 0,
    bugs: 0,
    agents: 0,
    turns: 0,
  }
  for (const { service, improvements, bugs } of story) {
    if ((await em.count(services, { name: service.name })) > 0) continue
    const { id: service_id } = await createService(em, actor, service)
    added.services += 1
    for (const { task, ...values } of improvements) {
      const { id: improvement_id } = await createImprovement(em, actor, { ...values, service_id })
      await createServiceTask(em, actor, { ...task, service_id, improvement_id })
      added.improvements += 1
      added.service_tasks += 1
    }
    for (const bug of bugs) await createBug(em, actor, { ...bug, service_id })
    added.bugs += bugs.length
  }
  await addConversations(em, actor, added)
  return added
}

async function addConversations(em: EntityManager, actor: Actor, added: AssistantCounts): Promise<void> {
  const { agent, exchanges } = conversation
  if ((await em.count(agents, { name: agent.name, deleted_at: null })) > 0) return
  await createAgent(em, actor, agent)
  added.agents += 1
  for (const exchange of exchanges) await logExchange(em, agent.name, exchange)
  added.turns += 2 * exchanges.length
}
