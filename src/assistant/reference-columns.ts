import { embedded, nameIn } from '../record/named.ts'

// The records that answers of the assistant's resources embed, for a SELECT on the alias `record`.

const service = embedded('services', 'service_id')
const improvement = embedded('improvements', 'improvement_id', { label: 'title' })
const agent = embedded('agents', 'agent_id')

export const serviceColumn = service.as('service')
export const improvementColumn = improvement.as('improvement')
export const agentColumn = agent.as('agent')

/** The names of the embedded records as SQL, for the order of lists. */
export const embeddedNames = {
  service: nameIn(service),
  improvement: nameIn(improvement),
  agent: nameIn(agent),
}
