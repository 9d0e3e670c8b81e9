import { LockMode } from '@mikro-orm/core'
import { referenceChecker } from '../../record/reference-checker.ts'
import { competitors } from '../competitor/competitor.ts'

/** Throws if the competitor does not exist. Locks it, so that it cannot be deleted until the transaction ends. */
export const checkCompetitor = referenceChecker({
  competitor_id: (em, id) => em.findOne(competitors, { id }, { lockMode: LockMode.PESSIMISTIC_READ }),
})
