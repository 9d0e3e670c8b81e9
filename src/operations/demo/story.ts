import type { NewApplication } from '../application/application.ts'
import type { NewCompany } from '../company/company.ts'
import type { NewContact } from '../contact/contact.ts'
import type { NewKeyword } from '../keyword/keyword.ts'
import type { NewStrategy } from '../strategy/strategy.ts'

/** What changed the clicks of an application: from `ago` days ago on, they are `factor` times as many. */
export type ClickChange = { ago: number; factor: number }

/** A demo application. `clicks`: per day, before the first of the `changes`. */
type DemoApplication = NewApplication & { owned?: boolean; clicks?: number; changes?: ClickChange[] }

/** A demo company with its records. */
export type CompanyStory = {
  company: NewCompany
  applications: DemoApplication[]
  strategies: (NewStrategy & { keywords: Omit<NewKeyword, 'strategy_id'>[] })[]
  contacts: NewContact[]
}
