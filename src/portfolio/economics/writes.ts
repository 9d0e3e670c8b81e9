import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readAside, readInTransaction } from '../../database/read.ts'
import type { Precondition } from '../../record/lock-record.ts'
import { operationsOf } from '../operation.ts'
import { createReport } from '../report/report.ts'
import { guidance, NoBody, Retraction, retract, unretract } from '../retraction/retraction.ts'
import { besidePeriod } from '../similar/period.ts'
import { economics, NewEconomics } from './economics.ts'
import { readEconomics } from './read.ts'

/** Creates an economics summary of a product or a direction. */
export async function createEconomics(em: EntityManager, actor: Actor, input: NewEconomics) {
  return createReport(em, actor, economics, input, readEconomics, (place) =>
    besidePeriod(readAside(em), input, place),
  )
}

/** Retracts an economics summary that is mistaken. */
export async function retractEconomics(
  em: EntityManager,
  actor: Actor,
  id: number,
  { reason }: Retraction,
  precondition: Precondition,
) {
  await retract(em, actor, economics, id, reason, precondition)
  return { record: await readEconomics(readInTransaction(em), id) }
}

/** Takes back the retraction of an economics summary. */
export async function unretractEconomics(
  em: EntityManager,
  actor: Actor,
  id: number,
  _: NoBody,
  precondition: Precondition,
) {
  await unretract(em, actor, economics, id, precondition)
  return { record: await readEconomics(readInTransaction(em), id) }
}

/** The operations of the write API on economics summaries. */
export const economicsOperations = operationsOf('economics', {
  record_economics: {
    action: 'create',
    body: NewEconomics,
    summary: 'Record the economics of a product or a direction in a period',
    description: guidance.appendOnly,
    run: createEconomics,
  },
  retract_economics: {
    action: 'retract',
    body: Retraction,
    summary: 'Retract an economics summary that is mistaken',
    description: guidance.retract,
    run: retractEconomics,
  },
  restore_economics: {
    action: 'restore',
    body: NoBody,
    summary: 'Take back the retraction of an economics summary',
    run: unretractEconomics,
  },
})
