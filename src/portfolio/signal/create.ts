import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { createReport } from '../report/create.ts'
import { besideFact } from '../similar/fact.ts'
import { readSignal } from './read.ts'
import { type NewSignal, signals } from './signal.ts'

/** Creates a signal about a product, an app or a direction. */
export async function createSignal(em: EntityManager, actor: Actor, input: NewSignal) {
  const completed = { ...input, resolved_at: statusReachedAt(['resolved'], input.status, null) }
  // The write itself reads every table of this statement, so it needs no `readAside`.
  return createReport(em, actor, signals, completed, readSignal, (place) =>
    besideFact(readInTransaction(em), 'signal', input, place),
  )
}
