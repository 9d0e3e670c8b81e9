import { recordKind } from '../journal/record-kind.ts'
import { referenceChecker } from '../record/references.ts'
import { Agent, AgentChange, agents, mainAgent, NewAgent } from './agent/agent.ts'
import { AgentQuery, listAgents, readAgent } from './agent/read.ts'
import { changeAgent, createAgent, removeAgent } from './agent/writes.ts'
import { Bug, BugChange, bugs, NewBug } from './bug/bug.ts'
import { BugQuery, listBugs, readBug } from './bug/read.ts'
import { changeBug, createBug, removeBug } from './bug/writes.ts'
import { Improvement, ImprovementChange, improvements, NewImprovement } from './improvement/improvement.ts'
import { ImprovementQuery, listImprovements, readImprovement } from './improvement/read.ts'
import { changeImprovement, createImprovement, removeImprovement } from './improvement/writes.ts'
import { listServices, readService, ServiceQuery } from './service/read.ts'
import { NewService, Service, ServiceChange, services } from './service/service.ts'
import { changeService, createService, removeService } from './service/writes.ts'
import { listServiceTasks, readServiceTask, ServiceTaskQuery } from './service-task/read.ts'
import { NewServiceTask, ServiceTask, ServiceTaskChange, serviceTasks } from './service-task/service-task.ts'
import { changeServiceTask, createServiceTask, removeServiceTask } from './service-task/writes.ts'

/**
 * Every kind of record of the assistants API, by the name that history uses. `path` is where its routes are. Routes,
 * OpenAPI, searches and undo follow from this list.
 */
export const kinds = {
  service: {
    path: '/api/resources',
    ...recordKind({
      entity: services,
      about: 'Services that improvements, tasks and bugs belong to.',
      title: 'name',
      search: ['name', 'slug'],
      shown: Service,
      query: ServiceQuery,
      list: listServices,
      read: readService,
      create: { body: NewService, run: createService },
      change: { body: ServiceChange, run: changeService },
      remove: {
        description: 'Returns 409 while improvements, tasks or bugs belong to the service.',
        run: removeService,
      },
    }),
  },
  improvement: {
    path: '/api/improvements',
    ...recordKind({
      entity: improvements,
      about: 'Improvements proposed for services.',
      title: 'title',
      search: ['title'],
      shown: Improvement,
      query: ImprovementQuery,
      list: listImprovements,
      read: readImprovement,
      create: { body: NewImprovement, run: createImprovement },
      change: { body: ImprovementChange, run: changeImprovement },
      remove: { description: 'Returns 409 while tasks belong to the improvement.', run: removeImprovement },
    }),
  },
  service_task: {
    path: '/api/tasks',
    ...recordKind({
      entity: serviceTasks,
      about: 'Tasks of services, improvements and agents.',
      title: 'title',
      search: ['title'],
      shown: ServiceTask,
      query: ServiceTaskQuery,
      list: listServiceTasks,
      read: readServiceTask,
      create: { body: NewServiceTask, run: createServiceTask },
      change: { body: ServiceTaskChange, run: changeServiceTask },
      remove: { run: removeServiceTask },
    }),
  },
  bug: {
    path: '/api/bugs',
    ...recordKind({
      entity: bugs,
      about: 'Bugs of services.',
      title: 'title',
      search: ['title'],
      shown: Bug,
      query: BugQuery,
      list: listBugs,
      read: readBug,
      create: { body: NewBug, run: createBug },
      change: { body: BugChange, run: changeBug },
      remove: { run: removeBug },
    }),
  },
  agent: {
    path: '/api/agents',
    ...recordKind({
      entity: agents,
      about: 'Agents under whose names bots log conversations.',
      title: 'name',
      search: ['name', 'title'],
      shown: Agent,
      query: AgentQuery,
      list: listAgents,
      read: readAgent,
      create: { body: NewAgent, run: createAgent },
      change: { body: AgentChange, run: changeAgent },
      remove: {
        description: `Returns 409 while tasks belong to the agent. The agent "${mainAgent}" cannot be deleted.`,
        run: removeAgent,
      },
    }),
  },
} as const

/** Throws if a record does not exist that a body of the assistants API references. */
export const checkReferences = referenceChecker({
  service_id: services,
  improvement_id: improvements,
  agent_id: agents,
})
