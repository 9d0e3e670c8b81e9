import { embedded, type Named, nameIn } from '../record/named.ts'

// The records that answers of operations embed, for a SELECT on the alias `record`.

const company = embedded('companies', 'company_id', { live: true })
const application = embedded('applications', 'application_id', { live: true })
const strategy = embedded('strategies', 'strategy_id', { live: true })
const owner = embedded('users', 'owner_id')

export const companyColumn = company.as('company')
export const applicationColumn = application.as('application')
export const strategyColumn = strategy.as('strategy')
/** The strategy of a record that always has one. */
export const requiredStrategyColumn = strategy.$castTo<Named>().as('strategy')
export const ownerColumn = owner.as('owner')

/** The application and the company of a row of clicks, which may have been deleted since. */
export const clickApplication = embedded<Named>('applications', 'app_id')
export const clickCompany = embedded<Named>('companies', 'company_id')

/** The names of the embedded records as SQL, for the order of lists. */
export const embeddedNames = {
  company: nameIn(company),
  application: nameIn(application),
  strategy: nameIn(strategy),
  owner: nameIn(owner),
}
