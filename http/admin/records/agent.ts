import { Agent, AgentChange, mainAgent, NewAgent } from '../../../src/assistant/agent/agent.ts'
import { AgentQuery, listAgents, readAgent } from '../../../src/assistant/agent/read.ts'
import {
  changeAgent,
  createAgent,
  removeAgent,
  restartAgent,
  toggleAgent,
} from '../../../src/assistant/agent/writes.ts'
import { recordPages } from '../record/record.ts'

/** Agents. */
export const agentPages = recordPages({
  texts: 'agent',
  label: { singular: 'agent', plural: 'agents' },
  group: 'operations',
  about:
    'The assistants on whose behalf bots reply and log conversations. Requests for an agent that is switched off are rejected.',
  historyType: 'agent',
  columns: ['name', 'is_active', 'title', 'model', 'restart_count', 'last_restarted_at', 'last_seen_at'],
  presets: [
    { label: 'On', query: { is_active: '1' } },
    { label: 'Off', query: { is_active: '0' } },
  ],
  schema: Agent,
  list: { query: AgentQuery, run: listAgents },
  read: readAgent,
  create: { body: NewAgent, run: createAgent },
  change: { body: AgentChange, run: changeAgent },
  remove: { run: removeAgent, isPossible: ({ name }) => name !== mainAgent },
  actions: [
    {
      path: 'switch-on',
      label: 'Switch on',
      done: 'switched on',
      isPossible: ({ is_active }) => is_active === false,
      run: (em, actor, id) => toggleAgent(em, actor, id, { is_active: true }),
    },
    { path: 'restart', label: 'Restart', done: 'restarted', run: restartAgent },
    {
      path: 'switch-off',
      label: 'Switch off',
      done: 'switched off',
      confirm: 'Switch this agent off? Requests of bots for this agent are rejected until it is switched on.',
      isPossible: ({ is_active }) => is_active === true,
      run: (em, actor, id) => toggleAgent(em, actor, id, { is_active: false }),
    },
  ],
  related: [{ collection: 'service-tasks', filter: ({ id }) => ({ agent_id: id }) }],
})
