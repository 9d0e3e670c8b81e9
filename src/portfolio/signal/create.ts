import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { reachedAt } from '../../record/reached-at.ts'
import { createReport } from '../report/create.ts'
import { signalAnswer } from './read.ts'
import { type NewSignal, signals } from './signal.ts'

/** Takes in a signal about a product, an app or a direction. */
export async function createSignal(em: EntityManager, actor: Actor, input: NewSignal) {
  const said = { ...input, resolved_at: reachedAt(['resolved'], input.status, null) }
  const { report, warnings } = await createReport(em, actor, signals, said, signalAnswer)
  return { signal: report, warnings }
}
