import { LockMode } from '@mikro-orm/core'
import { references } from '../record/references.ts'
import { agents } from './agent/agent.ts'
import { improvements } from './improvement/improvement.ts'
import { services } from './service/service.ts'

/** Throws where a number names no record. An agent that is there is kept from being removed until the work is done. */
export const checkAssistantReferences = references({
  service_id: (em, id) => em.findOne(services, { id }),
  improvement_id: (em, id) => em.findOne(improvements, { id }),
  agent_id: (em, id) => em.findOne(agents, { id, deleted_at: null }, { lockMode: LockMode.PESSIMISTIC_READ }),
})
