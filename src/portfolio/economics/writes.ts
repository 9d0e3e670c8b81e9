import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readAside } from '../../database/read.ts'
import { operationsOf } from '../operation.ts'
import { createReport } from '../report/report.ts'
import { guidance, retractionsOf } from '../retraction/retraction.ts'
import { besidePeriod } from '../similar/period.ts'
import { economics, NewEconomics } from './economics.ts'
import { readEconomics } from './read.ts'

/** Creates an economics summary of a product or a direction. */
export async function createEconomics(em: EntityManager, actor: Actor, input: NewEconomics) {
  return createReport(em, actor, economics, input, readEconomics, (place) =>
    besidePeriod(readAside(em), input, place),
  )
}

const { retract, unretract } = retractionsOf(economics, readEconomics)

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
    ...retract,
    summary: 'Retract an economics summary that is mistaken',
  },
  restore_economics: {
    ...unretract,
    summary: 'Take back the retraction of an economics summary',
  },
})
