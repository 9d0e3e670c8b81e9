import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, writingDay } from '../../access/actor.ts'
import { readAside, readInTransaction } from '../../database/read.ts'
import type { Precondition } from '../../record/lock-record.ts'
import { operationsOf } from '../operation.ts'
import { createReport } from '../report/report.ts'
import { guidance, NoBody, Retraction, retract, unretract } from '../retraction/retraction.ts'
import { besideFact } from '../similar/fact.ts'
import { insights, NewInsight } from './insight.ts'
import { readInsight } from './read.ts'

/** Creates an insight about a product, an app or a direction. `discovered_at` defaults to today. */
export async function createInsight(em: EntityManager, actor: Actor, input: NewInsight) {
  const completed = { ...input, discovered_at: input.discovered_at ?? writingDay(actor) }
  return createReport(em, actor, insights, completed, readInsight, (place) =>
    besideFact(readAside(em), 'insight', input, place),
  )
}

/** Retracts an insight that is mistaken. */
export async function retractInsight(
  em: EntityManager,
  actor: Actor,
  id: number,
  { reason }: Retraction,
  precondition: Precondition,
) {
  await retract(em, actor, insights, id, reason, precondition)
  return { record: await readInsight(readInTransaction(em), id) }
}

/** Takes back the retraction of an insight. */
export async function unretractInsight(
  em: EntityManager,
  actor: Actor,
  id: number,
  _: NoBody,
  precondition: Precondition,
) {
  await unretract(em, actor, insights, id, precondition)
  return { record: await readInsight(readInTransaction(em), id) }
}

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
    action: 'retract',
    body: Retraction,
    summary: 'Retract an insight that is mistaken',
    description: guidance.retract,
    run: retractInsight,
  },
  restore_insight: {
    action: 'restore',
    body: NoBody,
    summary: 'Take back the retraction of an insight',
    run: unretractInsight,
  },
})
