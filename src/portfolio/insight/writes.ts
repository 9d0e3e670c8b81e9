import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, writingDay } from '../../access/actor.ts'
import { readAside } from '../../database/read.ts'
import { operationsOf } from '../operation.ts'
import { createReport } from '../report/report.ts'
import { guidance, retractionsOf } from '../retraction/retraction.ts'
import { besideFact } from '../similar/fact.ts'
import { insights, NewInsight } from './insight.ts'
import { readInsight } from './read.ts'

/** Creates an insight about a product, an app or a direction. `discovered_at` defaults to today. */
export async function createInsight(em: EntityManager, actor: Actor, input: NewInsight) {
  const completed = { ...input, discovered_at: input.discovered_at ?? writingDay(actor) }
  const draft = { input: completed, fields: Object.keys(input) }
  return createReport(em, actor, insights, draft, readInsight, (place) =>
    besideFact(readAside(em), 'insight', input, place),
  )
}

const { retract, unretract } = retractionsOf('insight', insights, readInsight)

/** The operations of the write API on insights. */
export const insightOperations = operationsOf('insight', {
  record_insight: {
    action: 'create',
    body: NewInsight,
    summary: 'Record an insight: a conclusion about a product, an app or a direction',
    description: guidance.appendOnly,
    run: createInsight,
  },
  retract_insight: {
    ...retract,
    summary: 'Retract an insight that is mistaken',
  },
  restore_insight: {
    ...unretract,
    summary: 'Take back the retraction of an insight',
  },
})
