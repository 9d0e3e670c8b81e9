import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { holdAgent } from './hold.ts'
import { readAgent } from './read.ts'

/** Marks an agent as restarted, on or off. Whoever runs it sees the mark; nothing else happens here. */
export async function restartAgent(em: EntityManager, actor: Actor, id: number) {
  const agent = await holdAgent(em, id)
  const last_restarted_at = new Date().toISOString()
  change(em, actor, agent, { restart_count: agent.restart_count + 1, last_restarted_at })
  await em.flush()
  return readAgent(readInTransaction(em), id)
}
