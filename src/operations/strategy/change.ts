import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { refuseNamedOwner } from '../../access/policy.ts'
import { within } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { invalid } from '../../record/fault.ts'
import type { Precondition } from '../../record/precondition.ts'
import { refer } from '../refer.ts'
import { lockLive } from '../removable.ts'
import { readStrategy, type Strategy } from './read.ts'
import { reversed, type StrategyChange, strategies } from './strategy.ts'

/** Changes a strategy. It does not come to end before it starts. */
export async function changeStrategy(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: StrategyChange,
  precondition: Precondition,
): Promise<Strategy> {
  refuseNamedOwner(actor, input.owner_id)
  await refer(em, input)
  const strategy = await lockLive(em, strategies, id)
  await precondition()
  change(em, actor, strategy, input)
  const { starts_on, ends_on } = strategy
  if (starts_on && ends_on && ends_on < starts_on) throw invalid({ ends_on: reversed })
  await em.flush()
  return readStrategy(within(em), id)
}
