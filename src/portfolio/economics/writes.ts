import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, writingDay } from '../../access/actor.ts'
import { readAside } from '../../database/read.ts'
import { dayPhrase, fieldPhrase } from '../../language/phrase.ts'
import type { Warning } from '../../record/warning.ts'
import { operationsOf } from '../operation.ts'
import { createReport } from '../report/report.ts'
import { guidance, retractionsOf } from '../retraction/retraction.ts'
import { besidePeriod } from '../similar/period.ts'
import { economics, NewEconomics } from './economics.ts'
import { readEconomics } from './read.ts'

/** Creates an economics summary of a product or a direction. */
export async function createEconomics(em: EntityManager, actor: Actor, input: NewEconomics) {
  const draft = { input, fields: Object.keys(input) }
  const created = await createReport(em, actor, economics, draft, readEconomics, (place) =>
    besidePeriod(readAside(em), input, place),
  )
  return { ...created, warnings: [...created.warnings, ...futurePeriod(input, writingDay(actor))] }
}

function futurePeriod({ period_start, period_end }: NewEconomics, today: string): Warning[] {
  if (period_end <= today) return []
  const [field, day] =
    period_start > today ? (['period_start', period_start] as const) : (['period_end', period_end] as const)
  return [{ field, message: fieldPhrase('warning.periodInFuture', { day: dayPhrase(day) }).about(field) }]
}

const { retract, unretract } = retractionsOf('economics', economics, readEconomics)

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
