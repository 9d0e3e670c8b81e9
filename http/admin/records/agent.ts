import { Agent, AgentChange, mainAgent, NewAgent } from '../../../src/assistant/agent/agent.ts'
import { AgentQuery, listAgents, readAgent } from '../../../src/assistant/agent/read.ts'
import {
  changeAgent,
  createAgent,
  removeAgent,
  restartAgent,
  toggleAgent,
} from '../../../src/assistant/agent/writes.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { recordPages } from '../record/record.ts'

/** Agents. */
export const agentPages = recordPages({
  texts: 'agent',
  group: 'operations',
  about: phrase('agent.about'),
  historyType: 'agent',
  columns: ['name', 'is_active', 'title', 'model', 'restart_count', 'last_restarted_at', 'last_seen_at'],
  presets: [
    { label: phrase('agent.on'), query: { is_active: '1' } },
    { label: phrase('agent.off'), query: { is_active: '0' } },
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
      label: phrase('agent.switchOn'),
      done: phrase('agent.switchedOn'),
      isPossible: ({ is_active }) => is_active === false,
      run: (em, actor, id) => toggleAgent(em, actor, id, { is_active: true }),
    },
    { path: 'restart', label: phrase('agent.restart'), done: phrase('agent.restarted'), run: restartAgent },
    {
      path: 'switch-off',
      label: phrase('agent.switchOff'),
      done: phrase('agent.switchedOff'),
      confirm: phrase('agent.switchOffQuestion'),
      isPossible: ({ is_active }) => is_active === true,
      run: (em, actor, id) => toggleAgent(em, actor, id, { is_active: false }),
    },
  ],
  related: [{ collection: 'service-tasks', filter: ({ id }) => ({ agent_id: id }) }],
})
