import { tables } from '../database/statement.ts'
import type { StoredAgent } from './agent/agent.ts'
import type { StoredBug } from './bug/bug.ts'
import type { Conversation } from './conversation/conversation.ts'
import type { StoredTurn } from './conversation/turn.ts'
import type { StoredImprovement } from './improvement/improvement.ts'
import type { Service } from './service/service.ts'
import type { StoredServiceTask } from './service-task/service-task.ts'

/** The tables of the assistant's resources, for typed SELECTs. */
export const assistantTables = tables<{
  agents: StoredAgent
  services: Service
  improvements: StoredImprovement
  service_tasks: StoredServiceTask
  bugs: StoredBug
  conversations: Conversation
  turns: StoredTurn
  // A table of src/operations; only the columns that are read here.
  contacts: { id: number; deleted_at: string | null }
}>()
