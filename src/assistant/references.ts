import { namedReference, nameIn } from '../record/named.ts'

// The referenced records that answers of the assistant's resources contain, for a SELECT on the alias `record`.

const service = namedReference('services', 'service_id')
const improvement = namedReference('improvements', 'improvement_id', { label: 'title' })
const agent = namedReference('agents', 'agent_id')

export const serviceColumn = service.as('service')
export const improvementColumn = improvement.as('improvement')
export const agentColumn = agent.as('agent')

/** The names of the referenced records as SQL, for the order of lists. */
export const referenceNames = {
  service: nameIn(service),
  improvement: nameIn(improvement),
  agent: nameIn(agent),
}
