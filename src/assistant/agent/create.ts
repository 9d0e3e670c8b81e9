import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { agents, type NewAgent } from './agent.ts'
import { readAgent } from './read.ts'

/** Creates an agent. Bots can log under its name from then on. */
export async function createAgent(em: EntityManager, actor: Actor, input: NewAgent) {
  const { id } = await create(em, actor, agents, input)
  return readAgent(readInTransaction(em), id)
}
