import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRecord } from '../../record/lock-record.ts'
import { agents } from './agent.ts'

/** Locks and returns an agent that is not deleted; throws `not_found`. */
export function lockAgent(em: EntityManager, id: number) {
  return lockRecord(em, agents, { id, deleted_at: null })
}
