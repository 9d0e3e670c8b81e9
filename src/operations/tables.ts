import type { StoredUser } from '../access/user.ts'
import { tables } from '../database/statement.ts'
import type { StoredApplication } from './application/application.ts'
import type { StoredCompany } from './company/company.ts'
import type { StoredContact } from './contact/contact.ts'
import type { StoredKeyword } from './keyword/keyword.ts'
import type { StoredStrategy } from './strategy/strategy.ts'

/** The tables of operations, for typed SELECTs. */
export const operationsTables = tables<{
  users: StoredUser
  companies: StoredCompany
  applications: StoredApplication
  contacts: StoredContact
  strategies: StoredStrategy
  keywords: StoredKeyword
}>()
