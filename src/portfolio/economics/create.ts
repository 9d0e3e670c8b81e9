import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readAside } from '../../database/read.ts'
import { createReport } from '../report/create.ts'
import { besidePeriod } from '../similar/period.ts'
import { economics, type NewEconomics } from './economics.ts'
import { readEconomics } from './read.ts'

/** Creates an economics summary of a product or a direction. */
export async function createEconomics(em: EntityManager, actor: Actor, input: NewEconomics) {
  return createReport(em, actor, economics, input, readEconomics, (place) =>
    besidePeriod(readAside(em), input, place),
  )
}
