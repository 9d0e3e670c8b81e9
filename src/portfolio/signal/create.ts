import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { createReport } from '../create-report.ts'
import { signalAnswer } from './read.ts'
import { resolvedAt } from './resolved-at.ts'
import { type NewSignal, signals } from './signal.ts'

/** Takes in a signal about a product, an app or a direction. */
export async function createSignal(em: EntityManager, actor: Actor, input: NewSignal) {
  const said = { ...input, resolved_at: resolvedAt(input.status, null) }
  const { report, warnings } = await createReport(em, actor, signals, said, signalAnswer)
  return { signal: report, warnings }
}
