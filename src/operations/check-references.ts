import { users } from '../access/user.ts'
import { referenceChecker } from '../record/reference-checker.ts'
import { findLive } from '../record/soft-delete.ts'
import { applications } from './application/application.ts'
import { companies } from './company/company.ts'
import { strategies } from './strategy/strategy.ts'

/**
 * Throws if a referenced record does not exist. Locks those that do, so that they cannot be deleted until the
 * transaction ends.
 */
export const checkOperationsReferences = referenceChecker({
  app_id: (em, id) => findLive(em, applications, id),
  company_id: (em, id) => findLive(em, companies, id),
  application_id: (em, id) => findLive(em, applications, id),
  strategy_id: (em, id) => findLive(em, strategies, id),
  owner_id: (em, id) => em.findOne(users, { id }),
})
