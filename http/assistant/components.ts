import { Agent, AgentChange, NewAgent } from '../../src/assistant/agent/agent.ts'
import { Bug, BugChange, NewBug } from '../../src/assistant/bug/bug.ts'
import { Turn } from '../../src/assistant/conversation/list-turns.ts'
import {
  Improvement,
  ImprovementChange,
  NewImprovement,
} from '../../src/assistant/improvement/improvement.ts'
import { NewService, Service, ServiceChange } from '../../src/assistant/service/service.ts'
import {
  NewServiceTask,
  ServiceTask,
  ServiceTaskChange,
} from '../../src/assistant/service-task/service-task.ts'

/** The schemas of the assistants API by component name. */
export const assistantComponents = {
  Service,
  NewService,
  ServiceChange,
  Improvement,
  NewImprovement,
  ImprovementChange,
  ServiceTask,
  NewServiceTask,
  ServiceTaskChange,
  Bug,
  NewBug,
  BugChange,
  Agent,
  NewAgent,
  AgentChange,
  Turn,
}
