import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { agents, type NewAgent } from './agent/agent.ts'
import { createAgent } from './agent/writes.ts'
import type { NewBug } from './bug/bug.ts'
import { createBug } from './bug/writes.ts'
import type { Exchange } from './conversation/message.ts'
import { logExchange } from './conversation/writes.ts'
import type { NewImprovement } from './improvement/improvement.ts'
import { createImprovement } from './improvement/writes.ts'
import { type NewService, services } from './service/service.ts'
import { createService } from './service/writes.ts'
import type { NewServiceTask } from './service-task/service-task.ts'
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

type Chapter = {
  service: NewService
  improvements: (NewImprovement & { task: NewServiceTask })[]
  bugs: NewBug[]
}

/** The services of the demonstration data. */
const story: Chapter[] = [
  {
    service: {
      name: 'Landing pages',
      description: 'A page for each product, in nine languages.',
      url: 'https://pages.studio.example',
      owner: 'Anna Petrova',
    },
    improvements: [
      {
        title: 'Show prices in the local currency',
        status: 'in-progress',
        priority: 'high',
        proposed_by: 'sales-bot',
        task: { title: 'Take rates from the bank once a day', status: 'in-progress', assignee: 'Boris Lee' },
      },
      {
        title: 'Put the store badges above the fold',
        status: 'done',
        task: { title: 'Move the badges', status: 'done', assignee: 'Anna Petrova' },
      },
    ],
    bugs: [
      {
        title: 'The form loses its text on going back',
        steps: '1. Open the form.\n2. Type a question.\n3. Go back and forth.',
        severity: 'high',
        status: 'confirmed',
        reported_by: 'support',
      },
    ],
  },
  {
    service: {
      name: 'Review digest',
      description: 'Sums up store reviews every morning.',
      repo_url: 'https://git.studio.example/review-digest',
      owner: 'Boris Lee',
    },
    improvements: [
      {
        title: 'Tell complaints about prices from those about failures',
        status: 'planned',
        task: { title: 'Collect a hundred examples of each', priority: 'medium' },
      },
    ],
    bugs: [
      { title: 'Reviews with flags only are counted as empty', severity: 'low' },
      { title: 'The digest came twice on Sunday', status: 'fixed', reported_by: 'Anna Petrova' },
    ],
  },
]

/** The conversations of the demonstration data. */
const conversation: { agent: NewAgent; exchanges: Exchange[] } = {
  agent: {
    name: 'sales-bot',
    title: 'Answers questions about prices',
    description: 'Runs in a messenger and logs here.',
    model: 'small',
  },
  exchanges: [
    {
      contact_id: 'demo-1001',
      contact_name: 'Vera',
      user_text: 'How much is the QR scanner without advertising?',
      assistant_text: 'It is 2.99 a month, or 14.99 a year.',
    },
    {
      contact_id: 'demo-1001',
      user_text: 'And for two phones?',
      assistant_text: 'The same: one subscription serves all the phones of one account.',
    },
    {
      contact_id: 'demo-1002',
      contact_name: 'Tom',
      user_text: 'The scanner does not read codes from the gallery.',
      assistant_text: 'Thank you, I have passed that on. An update is planned for this week.',
    },
  ],
}
