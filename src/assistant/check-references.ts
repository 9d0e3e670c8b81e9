import { referenceChecker } from '../record/reference-checker.ts'
import { findLive } from '../record/soft-delete.ts'
import { agents } from './agent/agent.ts'
import { improvements } from './improvement/improvement.ts'
import { services } from './service/service.ts'

/**
 * Throws if a referenced record does not exist. Locks a referenced agent, so that it cannot be deleted until the
 * transaction ends.
 */
export const checkAssistantReferences = referenceChecker({
  service_id: (em, id) => em.findOne(services, { id }),
  improvement_id: (em, id) => em.findOne(improvements, { id }),
  agent_id: (em, id) => findLive(em, agents, id),
})
