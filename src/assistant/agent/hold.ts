import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { notFound } from '../../record/fault.ts'
import { agents } from './agent.ts'

/** The agent with this number, held until the end of the unit of work; throws where there is none. */
export async function holdAgent(em: EntityManager, id: number) {
  const agent = await em.findOne(agents, { id, deleted_at: null }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!agent) throw notFound()
  return agent
}
