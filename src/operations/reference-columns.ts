import { type Named, namedReference, nameIn } from '../record/named.ts'

// The referenced records that answers of operations contain, for a SELECT on the alias `record`.

const company = namedReference('companies', 'company_id', { live: true })
const application = namedReference('applications', 'application_id', { live: true })
const strategy = namedReference('strategies', 'strategy_id', { live: true })
const owner = namedReference('users', 'owner_id')

export const companyColumn = company.as('company')
export const applicationColumn = application.as('application')
export const strategyColumn = strategy.as('strategy')
/** The strategy of a record that always has one. */
export const requiredStrategyColumn = strategy.$castTo<Named>().as('strategy')
export const ownerColumn = owner.as('owner')

/** The application and the company of a row of clicks, which may have been deleted since. */
export const clickApplication = namedReference<Named>('applications', 'app_id')
export const clickCompany = namedReference<Named>('companies', 'company_id')

/** The names of the referenced records as SQL, for the order of lists. */
export const referenceNames = {
  company: nameIn(company),
  application: nameIn(application),
  strategy: nameIn(strategy),
  owner: nameIn(owner),
}
