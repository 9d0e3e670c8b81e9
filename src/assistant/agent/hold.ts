import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRecord } from '../../record/lock-record.ts'
import { agents } from './agent.ts'

/** The agent with this number, held until the end of the unit of work; throws where there is none. */
export function holdAgent(em: EntityManager, id: number) {
  return lockRecord(em, agents, { id, deleted_at: null })
}
