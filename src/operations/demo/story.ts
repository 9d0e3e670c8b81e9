import type { NewApplication } from '../application/application.ts'
import type { NewCompany } from '../company/company.ts'
import type { NewContact } from '../contact/contact.ts'
import type { NewKeyword } from '../keyword/keyword.ts'
import type { NewStrategy } from '../strategy/strategy.ts'

/** A demo application. `clicks`: per day; `trend` multiplies the clicks of the last week. */
type DemoApplication = NewApplication & { owned?: boolean; clicks?: number; trend?: number }

/** A demo company with its records. */
export type CompanyStory = {
  company: NewCompany
  applications: DemoApplication[]
  strategies: (NewStrategy & { keywords: Omit<NewKeyword, 'strategy_id'>[] })[]
  contacts: NewContact[]
}
