import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, writingDay } from '../../access/actor.ts'
import { readAside } from '../../database/read.ts'
import { createReport } from '../report/create.ts'
import { besideFact } from '../similar/fact.ts'
import { insights, type NewInsight } from './insight.ts'
import { readInsight } from './read.ts'

/** Creates an insight about a product, an app or a direction. `discovered_at` defaults to today. */
export async function createInsight(em: EntityManager, actor: Actor, input: NewInsight) {
  const completed = { ...input, discovered_at: input.discovered_at ?? writingDay(actor) }
  return createReport(em, actor, insights, completed, readInsight, (place) =>
    besideFact(readAside(em), 'insight', input, place),
  )
}
