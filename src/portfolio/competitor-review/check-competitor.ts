import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { invalid } from '../../record/fault.ts'
import { invalidSelection } from '../../record/validation/messages.ts'
import { competitors } from '../competitor/competitor.ts'

/** Throws if the competitor does not exist. Locks it, so that it cannot be deleted until the transaction ends. */
export async function checkCompetitor(em: EntityManager, { competitor_id: id }: { competitor_id?: number }) {
  const lockMode = LockMode.PESSIMISTIC_READ
  if (id !== undefined && !(await em.findOne(competitors, { id }, { lockMode })))
    throw invalid({ competitor_id: invalidSelection('competitor_id') })
}
