import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { createReport } from '../report/create.ts'
import { selectSimilar } from '../similar/similar.ts'
import { readSignal } from './read.ts'
import { type NewSignal, signals } from './signal.ts'

const similarTo = selectSimilar({
  table: 'signals',
  title: 'title',
  status: { column: 'status', closed: ['resolved', 'dismissed'] },
})

/** Creates a signal about a product, an app or a direction. */
export async function createSignal(em: EntityManager, actor: Actor, input: NewSignal) {
  const completed = { ...input, resolved_at: statusReachedAt(['resolved'], input.status, null) }
  const { report, ...rest } = await createReport(em, actor, signals, completed, readSignal, similarTo)
  return { signal: report, ...rest }
}
