import { embedded, type Named } from '../record/named.ts'

// The records that answers of operations embed, as columns of a SELECT on the alias `record`.

export const companyColumn = embedded('companies', 'company_id', { live: true }).as('company')
export const applicationColumn = embedded('applications', 'application_id', { live: true }).as('application')
export const strategyColumn = embedded('strategies', 'strategy_id', { live: true }).as('strategy')
/** The strategy of a record that always has one. */
export const requiredStrategyColumn = embedded<Named>('strategies', 'strategy_id', { live: true }).as(
  'strategy',
)
export const ownerColumn = embedded('users', 'owner_id').as('owner')
