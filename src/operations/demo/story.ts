import type { NewApplication } from '../application/application.ts'
import type { NewCompany } from '../company/company.ts'
import type { NewContact } from '../contact/contact.ts'
import type { NewKeyword } from '../keyword/keyword.ts'
import type { NewStrategy } from '../strategy/strategy.ts'

/** An application of a demonstration: with clicks a day, more or fewer of them than a week ago. */
type DemoApplication = NewApplication & { owned?: boolean; clicks?: number; trend?: number }

/** A company of a demonstration with all that belongs to it. */
export type CompanyStory = {
  company: NewCompany
  applications: DemoApplication[]
  strategies: (NewStrategy & { keywords: Omit<NewKeyword, 'strategy_id'>[] })[]
  contacts: NewContact[]
}

/** The day so many days from today. */
export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
