import { embedded } from '../record/named.ts'

// The records that answers of the assistant's resources embed, as columns of a SELECT on the alias `record`.

export const serviceColumn = embedded('services', 'service_id').as('service')
export const improvementColumn = embedded('improvements', 'improvement_id', { label: 'title' }).as(
  'improvement',
)
export const agentColumn = embedded('agents', 'agent_id').as('agent')
