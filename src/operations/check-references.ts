import { users } from '../access/user.ts'
import { references } from '../record/references.ts'
import { applications } from './application/application.ts'
import { companies } from './company/company.ts'
import { findLive } from './removable.ts'
import { strategies } from './strategy/strategy.ts'

/** Throws where a number names no record. What is there is kept from being deleted until the work is done. */
export const checkOperationsReferences = references({
  app_id: (em, id) => findLive(em, applications, id),
  company_id: (em, id) => findLive(em, companies, id),
  application_id: (em, id) => findLive(em, applications, id),
  strategy_id: (em, id) => findLive(em, strategies, id),
  owner_id: (em, id) => em.findOne(users, { id }),
})
